//! A game with JSON of its own: adding the engine does not change what it means.
#![cfg(test)]

use serde::{Deserialize, Serialize};
use serde_json::json;
use treewright_core::format::native;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind")]
enum Weapon {
    Bow { range: f32 },
    Bomb { radius: f32, seconds: f64 },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Price {
    Coins(u32),
    Fraction(f32),
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Item {
    price: Price,
    #[serde(flatten)]
    weapon: Weapon,
}

#[test]
fn numbers_in_tagged_untagged_and_flattened_types_are_read() {
    let text = r#"[{"price": 1.5, "kind": "Bow", "range": 12.5}, {"price": 7, "kind": "Bomb", "radius": 2, "seconds": 1e1}]"#;
    let items: Vec<Item> = serde_json::from_str(text).unwrap();
    let bow = Item {
        price: Price::Fraction(1.5),
        weapon: Weapon::Bow { range: 12.5 },
    };
    let bomb = Item {
        price: Price::Coins(7),
        weapon: Weapon::Bomb {
            radius: 2.0,
            seconds: 10.0,
        },
    };
    assert_eq!(items, [bow, bomb]);
    let written = serde_json::to_value(&items).unwrap();
    assert_eq!(serde_json::from_value::<Vec<Item>>(written).unwrap(), items);
}

#[test]
fn numbers_are_compared_by_value() {
    let read: serde_json::Value = serde_json::from_str("1.50").unwrap();
    assert_eq!(read, json!(1.5));
}

#[test]
fn maps_are_sorted_as_the_game_expects() {
    let read: serde_json::Value = serde_json::from_str(r#"{"b": 1, "a": 2}"#).unwrap();
    assert_eq!(read.to_string(), r#"{"a":2,"b":1}"#);
}

/// Our own files keep numbers as written all the same.
#[test]
fn a_document_keeps_its_numbers_and_the_order_of_its_fields() {
    let text = r#"{
  "format": "treewright",
  "version": 1,
  "name": "Guest",
  "variables": [],
  "root": "n1",
  "nodes": [
    {
      "id": "n1", "task": "Wait",
      "parameters": {"seconds": 1.50},
      "later": {"b": 1e3, "a": -0},
      "x": 0, "y": 0
    }
  ]
}
"#;
    let document = native::read(text.as_bytes()).unwrap().document;
    assert_eq!(native::write(&document).unwrap(), text);
}
