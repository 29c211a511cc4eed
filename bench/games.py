"""The games that are measured, and what `tgdl bench` must be told to play them as the yardstick does."""

GAMES = {
    "tic_tac_toe": [],
    "connect_four": [],
    "breakthrough": [],
    "hex11": [],
    "othello": [],
    "english_draughts": [],
    "chess": ["--max-plies", "300"],
}
