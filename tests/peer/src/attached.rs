//! The editor's attachment to a program, with what it has learned so far.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use treewright_robot::groot2::Request;
use treewright_robot::monitor::Fact;
use treewright_session::host::robot::socket::{Attachment, News};
use treewright_session::robot_address::RobotAddress;

/// An attachment, and what was learned so far.
pub struct Attached {
    attachment: Attachment,
    facts: Vec<Fact>,
}

impl Attached {
    /// Attaches to the program at this port of this machine.
    pub fn to(port: u16) -> Self {
        let address = RobotAddress {
            port,
            ..RobotAddress::default()
        };
        Self {
            attachment: Attachment::begin(&address, || {}),
            facts: Vec::new(),
        }
    }

    /// Waits until this was learned, and forgets all before it.
    #[track_caller]
    pub fn wait_for(&mut self, what: &str, is_it: impl Fn(&Fact) -> bool) {
        self.wait_for_some(what, |fact| is_it(fact).then_some(()));
    }

    /// Waits until something was learned of which this makes something, and forgets all before it.
    #[track_caller]
    pub fn wait_for_some<T>(&mut self, what: &str, of: impl Fn(&Fact) -> Option<T>) -> T {
        let end = Instant::now() + Duration::from_secs(20);
        loop {
            let mut facts = self.facts.iter().enumerate();
            if let Some((place, found)) = facts.find_map(|(place, fact)| Some((place, of(fact)?))) {
                self.facts.drain(..=place);
                return found;
            }
            assert!(Instant::now() < end, "never learned: {what}");
            match self.attachment.take() {
                Some(Ok(news)) => self.facts.extend(news.into_iter().map(|news| match news {
                    News::Fact(fact) => fact,
                    News::Tree { text, read } => {
                        assert!(read.is_ok());
                        Fact::Tree(text)
                    }
                })),
                Some(Err(end)) => panic!("ended before {what}: {end:?}"),
                None => std::thread::sleep(Duration::from_millis(2)),
            }
        }
    }

    /// Asks the program for something.
    pub fn ask(&mut self, request: Request) {
        self.attachment.ask(request);
    }
}

#[track_caller]
pub fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(20);
    while !is_so() {
        assert!(Instant::now() < end, "never: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// A port that is free together with the one after it.
pub fn port() -> u16 {
    loop {
        let first = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = first.local_addr().unwrap().port();
        if port < u16::MAX && TcpListener::bind(("127.0.0.1", port + 1)).is_ok() {
            return port;
        }
    }
}
