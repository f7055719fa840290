//! Arbitrary bytes as what a program with BehaviorTree.CPP sends to a monitor: on the wire, as answers, and as values.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_robot::groot2::{Request, reached_hook};
use treewright_robot::message_pack::Packed;
use treewright_robot::monitor::{Channel, Monitor};
use treewright_robot::zmtp::{Connection, Role};

fuzz_target!(|bytes: &[u8]| {
    let mut connection = Connection::new(Role::Subscribes);
    let _ = connection.receive(bytes);
    while let Some(parts) = connection.next_message() {
        let _ = reached_hook(&parts);
    }
    let mut monitor = Monitor::new(0, 0);
    for (now, piece) in (0..).zip(bytes.chunks(97)) {
        monitor.received(now * 100, Channel::Requests, piece);
        while monitor.next_action().is_some() || monitor.next_fact().is_some() {}
    }
    let header = [&[2, b'S', 0, 0, 0, 0][..], &[0; 16]].concat();
    for (request, letter) in [
        (Request::Status, b'S'),
        (Request::Blackboard(Vec::new()), b'B'),
        (Request::Hooks, b'D'),
        (Request::Transitions, b't'),
    ] {
        let mut header = header.clone();
        header[1] = letter;
        let _ = request.read(0, &[header, bytes.to_vec()]);
    }
    if let Ok(packed) = Packed::decode(bytes) {
        let _ = (packed.to_value(), packed.to_string());
    }
});
