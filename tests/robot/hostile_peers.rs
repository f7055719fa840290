//! What listens at the port of a robot but is none, or means no good: the editor closes the connection, says why, and waits for nothing.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use treewright_robot::monitor::{EndReason, Fact, LossReason};
use treewright_robot::zmtp::ZmtpFault;
use treewright_session::host::robot::socket::{Attachment, News};
use treewright_session::robot_address::RobotAddress;
use treewright_tests::fake_robot::{free_ports, greeting};

/// Attaches to what does this with each connection for requests. Returns the first fact, and whether that connection was closed.
fn attached_to(act: impl Fn(&mut TcpStream) + Send + 'static) -> (Fact, bool) {
    let [requests, breakpoints] = free_ports();
    let address = RobotAddress {
        port: requests.local_addr().unwrap().port(),
        ..RobotAddress::default()
    };
    let attachment = Attachment::begin(&address, || {});
    let closed = thread::spawn(move || serve_one(&requests, act));
    let fact = loop {
        match attachment.take() {
            Some(Ok(news)) => match news.into_iter().next() {
                Some(News::Fact(fact)) => break fact,
                _ => panic!("it has no tree"),
            },
            Some(Err(end)) => panic!("{end:?}"),
            None => thread::sleep(Duration::from_millis(2)),
        }
    };
    let is_closed = closed.join().unwrap();
    drop(breakpoints);
    (fact, is_closed)
}

/// Returns whether the connection was closed in the end.
fn serve_one(requests: &TcpListener, act: impl Fn(&mut TcpStream)) -> bool {
    let (mut stream, _) = requests.accept().unwrap();
    act(&mut stream);
    let limit = Some(Duration::from_secs(20));
    stream.set_read_timeout(limit).unwrap();
    let mut rest = Vec::new();
    match stream.read_to_end(&mut rest) {
        Ok(_) => true,
        Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
    }
}

#[test]
fn another_protocol_ends_the_attachment() {
    let (fact, is_closed) = attached_to(|stream| {
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
    });
    let reason = EndReason::OtherProtocol(ZmtpFault::NotZmtp);
    assert_eq!(fact, Fact::Ended(reason));
    assert!(is_closed);
}

#[test]
fn a_message_of_four_gigabytes_is_refused_before_it_comes() {
    let (fact, is_closed) = attached_to(|stream| {
        let mut bytes = greeting(b"REP");
        bytes.push(2);
        bytes.extend((4_u64 << 30).to_be_bytes());
        let _ = stream.write_all(&bytes);
    });
    let reason = EndReason::OtherProtocol(ZmtpFault::TooLarge);
    assert_eq!(fact, Fact::Ended(reason));
    assert!(is_closed);
}

#[test]
fn whoever_is_silent_is_left_and_tried_again() {
    let (fact, is_closed) = attached_to(|_| {});
    assert_eq!(fact, Fact::NotReached(LossReason::NoAnswer));
    assert!(is_closed);
}

#[test]
fn whoever_sends_half_a_greeting_is_left() {
    let (fact, is_closed) = attached_to(|stream| {
        let _ = stream.write_all(&greeting(b"REP")[..32]);
    });
    assert_eq!(fact, Fact::NotReached(LossReason::NoAnswer));
    assert!(is_closed);
}

#[test]
fn whoever_sends_byte_by_byte_is_left_although_something_always_comes() {
    let (fact, is_closed) = attached_to(|stream| {
        for byte in greeting(b"REP") {
            if stream.write_all(&[byte]).is_err() {
                return;
            }
            thread::sleep(Duration::from_millis(300));
        }
    });
    assert_eq!(fact, Fact::NotReached(LossReason::NoAnswer));
    assert!(is_closed);
}

#[test]
fn whoever_sends_without_end_is_refused() {
    let (fact, is_closed) = attached_to(|stream| {
        let _ = stream.write_all(&greeting(b"REP"));
        while stream.write_all(&[0x41; 4096]).is_ok() {}
    });
    assert!(
        matches!(fact, Fact::Ended(_) | Fact::NotReached(_)),
        "{fact:?}"
    );
    assert!(is_closed);
}
