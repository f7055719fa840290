//! The example does what it says.

#[path = "../examples/game_loop.rs"]
mod game_loop;

#[test]
fn the_lamp_blinks_every_half_second() {
    assert_eq!(game_loop::play(1).unwrap().switched, 1);
    assert_eq!(game_loop::play(180).unwrap().switched, 6);
}
