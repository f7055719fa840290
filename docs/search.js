// Finds pages by the typed words as they are written, instead of by mdBook's index of words: Chinese has no spaces between words, and the index
// leaves out short English ones such as "why". Knows of mdBook what its searcher.js asks of an index.
(() => {
    const isChinese = document.documentElement.lang.startsWith("zh");

    // What is shown below the title: the text around the first word that is found. searcher.js marks words after spaces.
    function excerpt(body, words) {
        const places = words.map(word => body.toLowerCase().indexOf(word)).filter(place => place >= 0);
        const start = Math.max(0, Math.min(...places, body.length) - 40);
        const text = (start ? "…" : "") + body.slice(start, start + (isChinese ? 90 : 180)) + "…";
        const chinese = words.filter(word => /[^\x00-\x7f]/.test(word));
        return chinese.reduce((text, word) => text.replaceAll(word, ` ${word} `), text);
    }

    function score(page, words) {
        const [title, body] = [page.title, page.body].map(text => text.toLowerCase());
        const of = word => (title.includes(word) ? 20 : 0) + Math.min(10, body.split(word).length - 1);
        const scores = words.map(of);
        return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
    }

    elasticlunr.Index.load = index => {
        const pages = Object.values(index.documentStore.docs);
        return {
            search(typed) {
                const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
                const found = pages.map(page => ({page, score: words.length ? score(page, words) : 0}));
                return found
                    .filter(({score}) => score)
                    .sort((a, b) => b.score - a.score)
                    .map(({page}) => ({ref: page.id, doc: {...page, body: excerpt(page.body, words)}}));
            },
        };
    };

    // mdBook says the number of results in English only.
    const header = document.getElementById("mdbook-searchresults-header");
    const inChinese = () => {
        const found = /^(No|\d+) search results? for '(.*)'[.:]$/s.exec(header.innerText);
        if (found) {
            header.innerText = found[1] === "No" ? `没有找到“${found[2]}”。` : `“${found[2]}”：${found[1]} 个结果`;
        }
    };
    if (isChinese && header) {
        new MutationObserver(inChinese).observe(header, {childList: true});
    }
})();
