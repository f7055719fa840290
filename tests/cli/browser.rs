//! A browser without a window, driven through `chromedriver` on this machine: opens a page, runs scripts in it, presses keys, asks for roles as
//! screen readers get them, and says what the page wanted from the network.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// The key by which `WebDriver` marks an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A running browser; it ends with this value.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

impl Browser {
    /// Starts a browser. `None`, with a message, where there is none; that is a failure if `TREEWRIGHT_REQUIRE_CHROMIUM` is set.
    pub fn start() -> Option<Self> {
        let browsers = ["chromium-headless-shell", "chromium"];
        let is_there = |name: &&&str| Command::new(name).arg("--version").output().is_ok();
        let found = browsers.iter().find(is_there);
        let driver = Command::new("chromedriver").arg("--version").output();
        let (Some(browser), Ok(_)) = (found, driver) else {
            let required = std::env::var_os("TREEWRIGHT_REQUIRE_CHROMIUM").is_some();
            assert!(!required, "no chromium with chromedriver");
            eprintln!("no chromium with chromedriver: pages are not tried");
            return None;
        };
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        let driver = Command::new("chromedriver")
            .args([format!("--port={port}"), "--allowed-ips=127.0.0.1".into()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut browser_of_test = Self {
            driver,
            port,
            session: String::new(),
        };
        browser_of_test.wait_for_driver();
        let options = json!({
            "binary": path_of(browser),
            "args": ["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1400,900"],
        });
        let wanted = json!({
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        });
        let begun = browser_of_test.ask(
            "POST",
            "/session",
            &json!({"capabilities": {"alwaysMatch": wanted}}),
        );
        let session = begun["sessionId"].as_str().unwrap();
        session.clone_into(&mut browser_of_test.session);
        Some(browser_of_test)
    }

    fn wait_for_driver(&self) {
        for _ in 0..2400 {
            if TcpStream::connect(("127.0.0.1", self.port)).is_ok() {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("chromedriver does not answer");
    }

    /// Opens a page.
    pub fn visit(&self, page: &Path) {
        let url = format!("file://{}", page.display());
        self.command("POST", "/url", &json!({ "url": url }));
    }

    /// Gives the window another size.
    pub fn resize(&self, width: u32, height: u32) {
        let size = json!({"width": width, "height": height});
        self.command("POST", "/window/rect", &size);
        // The page has answered when it has been drawn twice.
        self.run(
            "return new Promise((end) => requestAnimationFrame(() => requestAnimationFrame(end)))",
        );
    }

    /// Opens a page, and waits until its engine has started.
    pub fn open(&self, page: &Path) {
        self.visit(page);
        for _ in 0..2400 {
            if self.run("return document.documentElement.hasAttribute('data-ready')") == true {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!(
            "{} does not become ready: {:?}",
            page.display(),
            self.messages()
        );
    }

    /// Runs a script, and returns what it returns.
    pub fn run(&self, script: &str) -> Value {
        self.run_with(script, &[])
    }

    /// Runs a script with arguments; if it returns a promise, waits for that.
    pub fn run_with(&self, script: &str, arguments: &[Value]) -> Value {
        self.command(
            "POST",
            "/execute/sync",
            &json!({"script": script, "args": arguments}),
        )
    }

    /// Returns the text of the elements that a selector finds, each on a line.
    pub fn text(&self, selector: &str) -> String {
        let script = "return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent).join('\\n')";
        let text = self.run_with(script, &[selector.into()]);
        text.as_str().unwrap().to_owned()
    }

    /// Clicks on the first element that an `XPath` finds.
    #[track_caller]
    pub fn click(&self, path: &str) {
        let element = self.find(path);
        self.command("POST", &format!("/element/{element}/click"), &json!({}));
    }

    /// Returns role and name of the first element that an `XPath` finds, as screen readers get them.
    #[track_caller]
    pub fn role(&self, path: &str) -> (String, String) {
        let element = self.find(path);
        let part = |what: &str| {
            let value = self.command("GET", &format!("/element/{element}/{what}"), &Value::Null);
            value.as_str().unwrap().to_owned()
        };
        (part("computedrole"), part("computedlabel"))
    }

    #[track_caller]
    fn find(&self, path: &str) -> String {
        let found = self.command(
            "POST",
            "/element",
            &json!({"using": "xpath", "value": path}),
        );
        let mut ids = found.as_object().unwrap().values();
        ids.next().unwrap().as_str().unwrap().to_owned()
    }

    /// Presses and releases keys, one after the other, where the focus is.
    pub fn press(&self, keys: &str) {
        let actions = keys.chars().flat_map(|key| {
            let press = |kind: &str| json!({"type": kind, "value": key.to_string()});
            [press("keyDown"), press("keyUp")]
        });
        let actions: Vec<Value> = actions.collect();
        let keyboard = json!({"type": "key", "id": "keyboard", "actions": actions});
        self.command("POST", "/actions", &json!({ "actions": [keyboard] }));
    }

    /// Presses the mouse button on the first element that an `XPath` finds; [`Self::release`] releases it there.
    #[track_caller]
    pub fn hold(&self, path: &str) {
        let origin = json!({ELEMENT: self.find(path)});
        self.point(&[
            json!({"type": "pointerMove", "x": 0, "y": 0, "origin": origin}),
            json!({"type": "pointerDown", "button": 0}),
        ]);
    }

    /// Releases the mouse button.
    #[track_caller]
    pub fn release(&self) {
        self.point(&[json!({"type": "pointerUp", "button": 0})]);
    }

    #[track_caller]
    fn point(&self, actions: &[Value]) {
        let mouse = json!({"type": "pointer", "id": "mouse", "actions": actions});
        self.command("POST", "/actions", &json!({ "actions": [mouse] }));
    }

    /// Returns the warnings and errors of the page since the last call, such as what its policy forbade.
    pub fn messages(&self) -> Vec<String> {
        let log = self.command("POST", "/se/log", &json!({"type": "browser"}));
        let entries = log.as_array().unwrap().iter();
        entries.map(|entry| entry["message"].to_string()).collect()
    }

    /// Returns the addresses from which something was requested since the last call.
    pub fn requests(&self) -> Vec<String> {
        let log = self.command("POST", "/se/log", &json!({"type": "performance"}));
        let entries = log.as_array().unwrap().iter().filter_map(|entry| {
            let entry: Value = serde_json::from_str(entry["message"].as_str()?).ok()?;
            let message = &entry["message"];
            let is_request = message["method"] == "Network.requestWillBeSent";
            let url = message["params"]["request"]["url"].as_str()?;
            is_request.then(|| url.to_owned())
        });
        entries.collect()
    }

    #[track_caller]
    fn command(&self, method: &str, path: &str, body: &Value) -> Value {
        self.ask(method, &format!("/session/{}{path}", self.session), body)
    }

    #[track_caller]
    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let (head, answer) = self.request(method, path, body).unwrap();
        assert!(
            head.starts_with("HTTP/1.1 200"),
            "{method} {path}: {answer:#}"
        );
        answer["value"].clone()
    }

    /// Makes one request to the driver, on a connection of its own. Returns head and content of the answer.
    fn request(&self, method: &str, path: &str, body: &Value) -> io::Result<(String, Value)> {
        let body = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
            self.port,
            body.len()
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(body.as_bytes())?;
        // The driver may leave the connection open, so the head says how long the answer is.
        let mut answer = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if answer.read_line(&mut head)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        let length = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            let is_length = name.eq_ignore_ascii_case("content-length");
            is_length.then(|| value.trim().parse().ok()).flatten()
        });
        let mut body = vec![0; length.unwrap_or_default()];
        answer.read_exact(&mut body)?;
        Ok((head, serde_json::from_slice(&body)?))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver would end the program that it has started, which may be a script that started the browser. A test may have failed, so errors
        // are ignored.
        if !self.session.is_empty() {
            let session = format!("/session/{}", self.session);
            let close = json!({"cmd": "Browser.close", "params": {}});
            let _ = self.request("POST", &format!("{session}/goog/cdp/execute"), &close);
            let _ = self.request("DELETE", &session, &Value::Null);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// The path of a program, which the driver wants.
fn path_of(program: &str) -> String {
    let found = Command::new("sh")
        .args(["-c", &format!("command -v {program}")])
        .output();
    String::from_utf8(found.unwrap().stdout)
        .unwrap()
        .trim()
        .to_owned()
}
