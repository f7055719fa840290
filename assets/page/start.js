// Unpacks the code of the page and runs it: compressed, the code takes a third. The policy of the page names its hash.

try {
  const code = document.createElement("script");
  code.textContent = await unpacked(document.getElementById("code")).text();
  document.body.append(code);
} catch {
  // The page says already that it is damaged.
}
