# Written by scripts/generate_docs from the help of tgdl. Do not edit.
complete -c tgdl -f
complete -c tgdl -n __fish_use_subcommand -l help -s h -d 'Print this help and exit'
complete -c tgdl -n __fish_use_subcommand -l version -d 'Print the version and exit'

complete -c tgdl -n __fish_use_subcommand -a new -d 'Make a folder with a small game to begin with'
complete -c tgdl -n '__fish_seen_subcommand_from new' -l help -s h -d 'Print this help and exit'

complete -c tgdl -n __fish_use_subcommand -a check -d 'Find all errors and warnings of a game, at once'
complete -c tgdl -n '__fish_seen_subcommand_from check' -l help -s h -d 'Print this help and exit'
complete -c tgdl -n '__fish_seen_subcommand_from check' -l json -d 'Print what was found as JSON, on standard output'
complete -c tgdl -n '__fish_seen_subcommand_from check' -l traits -d 'Print the game\'s traits: players, chance, hidden information, simultaneous choice, options'
complete -c tgdl -n '__fish_seen_subcommand_from check' -k -x -a '(__fish_complete_suffix .tgdl)'

complete -c tgdl -n __fish_use_subcommand -a fmt -d 'Put files into the one layout, and rewrite older spellings'
complete -c tgdl -n '__fish_seen_subcommand_from fmt' -l help -s h -d 'Print this help and exit'
complete -c tgdl -n '__fish_seen_subcommand_from fmt' -l check -d 'Change nothing; list the files that would change, and end with 1 if there are any'
complete -c tgdl -n '__fish_seen_subcommand_from fmt' -k -x -a '(__fish_complete_suffix .tgdl)'

complete -c tgdl -n __fish_use_subcommand -a run -d 'Play a game without a person: choices from a file, the rest by bots'
complete -c tgdl -n '__fish_seen_subcommand_from run' -l help -s h -d 'Print this help and exit'
complete -c tgdl -n '__fish_seen_subcommand_from run' -l players -d 'How many play; as few as the game allows if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from run' -l seed -d 'Where random numbers come from: any 64-bit number, 0 if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from run' -l option -d 'An option of the match: size=13; once for each. `check --traits` lists them' -x
complete -c tgdl -n '__fish_seen_subcommand_from run' -l optimise -d 'off: take no fast path, neither in the code nor in play; all goes the same, but slower. on if not given' -x -a 'on off'
complete -c tgdl -n '__fish_seen_subcommand_from run' -l choices -d 'A file with one decision on each line; `-` is standard input' -r -F
complete -c tgdl -n '__fish_seen_subcommand_from run' -l bots -d 'Who decides the rest: random, greedy, mcts:500, mcts:200ms, exec:COMMAND, or a list by seat' -x -a 'random greedy mcts:500'
complete -c tgdl -n '__fish_seen_subcommand_from run' -l save -d 'Save the game as far as it went, to be replayed or recorded' -r -F
complete -c tgdl -n '__fish_seen_subcommand_from run' -l auto -d 'Make decisions that have one option without asking for them'
complete -c tgdl -n '__fish_seen_subcommand_from run' -l limit -d 'End the game as stuck after so many decisions; 100000 if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from run' -l json -d 'Print what was told and the result as JSON, at the end'
complete -c tgdl -n '__fish_seen_subcommand_from run' -l trace -d 'Print every decision, and what follows from it, on standard error'
complete -c tgdl -n '__fish_seen_subcommand_from run' -l hash -d 'Print a hash of the last state before the result: the same in every build'
complete -c tgdl -n '__fish_seen_subcommand_from run' -k -x -a '(__fish_complete_suffix .tgdl)'

complete -c tgdl -n __fish_use_subcommand -a play -d 'Play a game at this terminal: people and bots'
complete -c tgdl -n '__fish_seen_subcommand_from play' -l help -s h -d 'Print this help and exit'
complete -c tgdl -n '__fish_seen_subcommand_from play' -l players -d 'How many play; as few as the game allows if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from play' -l seed -d 'Where random numbers come from: any 64-bit number; drawn if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from play' -l option -d 'An option of the match: size=13; once for each. `check --traits` lists them' -x
complete -c tgdl -n '__fish_seen_subcommand_from play' -l seat -d 'Who sits there: 1=random, 1=mcts:1000; once for each bot' -x
complete -c tgdl -n '__fish_seen_subcommand_from play' -l plain -d 'Lines of text only, for screen readers and pipes; so it is where there is no terminal'
complete -c tgdl -n '__fish_seen_subcommand_from play' -l free-undo -d 'Everybody agrees that choices are taken back even if something was revealed or drawn'
complete -c tgdl -n '__fish_seen_subcommand_from play' -l save -d 'Where the game is kept; a new file in the current folder if not given' -r -F
complete -c tgdl -n '__fish_seen_subcommand_from play' -l resume -d 'Go on with a saved game' -r -F
complete -c tgdl -n '__fish_seen_subcommand_from play' -k -x -a '(__fish_complete_suffix .tgdl)'

complete -c tgdl -n __fish_use_subcommand -a serve -d 'Let people and bots play in browsers'
complete -c tgdl -n '__fish_seen_subcommand_from serve' -l help -s h -d 'Print this help and exit'
complete -c tgdl -n '__fish_seen_subcommand_from serve' -l design -d 'A game whose rules are edited in the page while it is played' -r -F
complete -c tgdl -n '__fish_seen_subcommand_from serve' -l port -d 'Where to listen; 8420 if not given, 0 for one that is free' -x
complete -c tgdl -n '__fish_seen_subcommand_from serve' -l listen -d 'The address to listen at: 0.0.0.0 for all of this machine; 127.0.0.1 if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from serve' -l host -d 'A name by which browsers reach the server; once for each' -x
complete -c tgdl -n '__fish_seen_subcommand_from serve' -l store -d 'Where tables are kept: a file (tgdl-tables.db if not given), postgres://USER@HOST/DATABASE for several servers, or memory to forget them at the end' -r -F -a 'memory'
complete -c tgdl -n '__fish_seen_subcommand_from serve' -l url -d 'Where browsers reach this server, if several share a store: http://one.example.org' -x
complete -c tgdl -n '__fish_seen_subcommand_from serve' -l lease -d 'After how many seconds another server may go on with the tables of one that died; 15 if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from serve' -l option -d 'An option that matches have unless whoever makes the table chooses otherwise: size=13; once for each' -x
complete -c tgdl -n '__fish_seen_subcommand_from serve' -k -x -a '(__fish_complete_suffix .tgdl)'

complete -c tgdl -n __fish_use_subcommand -a watch -d 'Play a game whose rules are read anew whenever one of their files is saved'
complete -c tgdl -n '__fish_seen_subcommand_from watch' -l help -s h -d 'Print this help and exit'
complete -c tgdl -n '__fish_seen_subcommand_from watch' -l players -d 'How many play; as few as the game allows if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from watch' -l seed -d 'Where random numbers come from: any 64-bit number; drawn if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from watch' -l option -d 'An option of the match: size=13; once for each. `check --traits` lists them' -x
complete -c tgdl -n '__fish_seen_subcommand_from watch' -l seat -d 'Who sits there: 1=random, 1=mcts:1000; once for each bot' -x
complete -c tgdl -n '__fish_seen_subcommand_from watch' -l plain -d 'Lines of text only, for screen readers and pipes; so it is where there is no terminal'
complete -c tgdl -n '__fish_seen_subcommand_from watch' -l free-undo -d 'Everybody agrees that choices are taken back even if something was revealed or drawn'
complete -c tgdl -n '__fish_seen_subcommand_from watch' -l save -d 'Where the game is kept; a new file in the current folder if not given' -r -F
complete -c tgdl -n '__fish_seen_subcommand_from watch' -l resume -d 'Go on with a saved game' -r -F
complete -c tgdl -n '__fish_seen_subcommand_from watch' -k -x -a '(__fish_complete_suffix .tgdl)'

complete -c tgdl -n __fish_use_subcommand -a replay -d 'Watch a saved game, choice by choice'
complete -c tgdl -n '__fish_seen_subcommand_from replay' -l help -s h -d 'Print this help and exit'
complete -c tgdl -n '__fish_seen_subcommand_from replay' -l as -d 'Who watches: a player from 0, spectator (if not given), or all' -x -a 'spectator all'
complete -c tgdl -n '__fish_seen_subcommand_from replay' -l game -d 'Other rules than those that the save names' -r -F
complete -c tgdl -n '__fish_seen_subcommand_from replay' -l option -d 'An option of the match: size=13; once for each. `check --traits` lists them' -x
complete -c tgdl -n '__fish_seen_subcommand_from replay' -l plain -d 'Lines of text only, for screen readers and pipes'
complete -c tgdl -n '__fish_seen_subcommand_from replay' -F

complete -c tgdl -n __fish_use_subcommand -a test -d 'Play the playthroughs beside the games, and show where a game goes another way'
complete -c tgdl -n '__fish_seen_subcommand_from test' -l help -s h -d 'Print this help and exit'
complete -c tgdl -n '__fish_seen_subcommand_from test' -l update -d 'Write down what comes out now; choices, remarks and empty lines stay'
complete -c tgdl -n '__fish_seen_subcommand_from test' -l record -d 'Write a saved game down as a playthrough, which tests it from then on' -r -F
complete -c tgdl -n '__fish_seen_subcommand_from test' -l output -s o -d 'Where --record writes; a file with the name of the save beside the game if not given' -r -F
complete -c tgdl -n '__fish_seen_subcommand_from test' -l json -d 'Print the outcome as JSON'
complete -c tgdl -n '__fish_seen_subcommand_from test' -l option -d 'An option of the match: size=13; once for each. `check --traits` lists them' -x
complete -c tgdl -n '__fish_seen_subcommand_from test' -l optimise -d 'off: take no fast path, neither in the code nor in play; all goes the same, but slower. on if not given' -x -a 'on off'
complete -c tgdl -n '__fish_seen_subcommand_from test' -F

complete -c tgdl -n __fish_use_subcommand -a simulate -d 'Play thousands of games between bots, and report how they went'
complete -c tgdl -n '__fish_seen_subcommand_from simulate' -l help -s h -d 'Print this help and exit'
complete -c tgdl -n '__fish_seen_subcommand_from simulate' -l players -d 'How many play; as few as the game allows if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from simulate' -l seed -d 'Where random numbers come from: any 64-bit number, 0 if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from simulate' -l option -d 'An option of the match: size=13; once for each. `check --traits` lists them' -x
complete -c tgdl -n '__fish_seen_subcommand_from simulate' -l optimise -d 'off: take no fast path, neither in the code nor in play; all goes the same, but slower. on if not given' -x -a 'on off'
complete -c tgdl -n '__fish_seen_subcommand_from simulate' -l bots -d 'Who plays, by seat: random (the default), greedy, mcts:500, mcts:200ms, exec:COMMAND, or a list; it repeats' -x -a 'random greedy mcts:500'
complete -c tgdl -n '__fish_seen_subcommand_from simulate' -l fixed-seats -d 'Let the bots keep their seats; otherwise they move on one seat every game'
complete -c tgdl -n '__fish_seen_subcommand_from simulate' -l jobs -d 'On how many threads; one for each processor if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from simulate' -l limit -d 'End a game as stuck after so many decisions; 100000 if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from simulate' -l games -s n -d 'How many games; 1000 if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from simulate' -l until -d 'Play until a figure is known so exactly, as in "seat 0 share ±1%" or "length ±0.5"; -n is then the most games, 10000000 if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from simulate' -l resume -d 'Keep in this file what is played, and go on from there after an interrupt' -r -F
complete -c tgdl -n '__fish_seen_subcommand_from simulate' -l json -d 'Write the figures as JSON; `-` is standard output' -r -F
complete -c tgdl -n '__fish_seen_subcommand_from simulate' -l against -d 'Play another version of the game too, and compare the two' -r -F
complete -c tgdl -n '__fish_seen_subcommand_from simulate' -l ladder -d 'Does thinking help? So many games between each bot of random, mcts:10, mcts:100, mcts:1000 and the next' -x
complete -c tgdl -n '__fish_seen_subcommand_from simulate' -l html -d 'Write the report as a page' -r -F
complete -c tgdl -n '__fish_seen_subcommand_from simulate' -k -x -a '(__fish_complete_suffix .tgdl)'

complete -c tgdl -n __fish_use_subcommand -a balance -d 'Play until it is known whether assertions about a game hold'
complete -c tgdl -n '__fish_seen_subcommand_from balance' -l help -s h -d 'Print this help and exit'
complete -c tgdl -n '__fish_seen_subcommand_from balance' -l players -d 'How many play; as few as the game allows if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from balance' -l seed -d 'Where random numbers come from: any 64-bit number, 0 if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from balance' -l option -d 'An option of the match: size=13; once for each. `check --traits` lists them' -x
complete -c tgdl -n '__fish_seen_subcommand_from balance' -l optimise -d 'off: take no fast path, neither in the code nor in play; all goes the same, but slower. on if not given' -x -a 'on off'
complete -c tgdl -n '__fish_seen_subcommand_from balance' -l assert -d 'What must hold; may be given several times' -x
complete -c tgdl -n '__fish_seen_subcommand_from balance' -l bots -d 'Who plays, by seat: random (the default), greedy, mcts:500, mcts:200ms, exec:COMMAND, or a list; it repeats' -x -a 'random greedy mcts:500'
complete -c tgdl -n '__fish_seen_subcommand_from balance' -l fixed-seats -d 'Let the bots keep their seats; otherwise they move on one seat every game'
complete -c tgdl -n '__fish_seen_subcommand_from balance' -l jobs -d 'On how many threads; one for each processor if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from balance' -l limit -d 'End a game as stuck after so many decisions; 100000 if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from balance' -l games -s n -d 'How many games at most; 100000 if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from balance' -l confidence -d 'How certain each verdict must be; 0.95 if not given, so that one of twenty may be wrong' -x
complete -c tgdl -n '__fish_seen_subcommand_from balance' -l json -d 'Print the result as JSON'
complete -c tgdl -n '__fish_seen_subcommand_from balance' -k -x -a '(__fish_complete_suffix .tgdl)'

complete -c tgdl -n __fish_use_subcommand -a doc -d 'Write a rulebook from the doc comments and definitions of a game'
complete -c tgdl -n '__fish_seen_subcommand_from doc' -l help -s h -d 'Print this help and exit'
complete -c tgdl -n '__fish_seen_subcommand_from doc' -l output -s o -d 'Write the Markdown to a file; `-` is standard output' -r -F
complete -c tgdl -n '__fish_seen_subcommand_from doc' -l html -d 'Write a page of HTML; `-` is standard output' -r -F
complete -c tgdl -n '__fish_seen_subcommand_from doc' -k -x -a '(__fish_complete_suffix .tgdl)'

complete -c tgdl -n __fish_use_subcommand -a perft -d 'Count the legal lines of play, to compare with other programs'
complete -c tgdl -n '__fish_seen_subcommand_from perft' -l help -s h -d 'Print this help and exit'
complete -c tgdl -n '__fish_seen_subcommand_from perft' -l players -d 'How many play; as few as the game allows if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from perft' -l seed -d 'Where random numbers come from: any 64-bit number, 0 if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from perft' -l option -d 'An option of the match: size=13; once for each. `check --traits` lists them' -x
complete -c tgdl -n '__fish_seen_subcommand_from perft' -l optimise -d 'off: take no fast path, neither in the code nor in play; all goes the same, but slower. on if not given' -x -a 'on off'
complete -c tgdl -n '__fish_seen_subcommand_from perft' -l depth -d 'How many choices a line has, at most' -x
complete -c tgdl -n '__fish_seen_subcommand_from perft' -l json -d 'Print the result as JSON'
complete -c tgdl -n '__fish_seen_subcommand_from perft' -k -x -a '(__fish_complete_suffix .tgdl)'

complete -c tgdl -n __fish_use_subcommand -a solve -d 'Find the exact value of a small game'
complete -c tgdl -n '__fish_seen_subcommand_from solve' -l help -s h -d 'Print this help and exit'
complete -c tgdl -n '__fish_seen_subcommand_from solve' -l players -d 'How many play; as few as the game allows if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from solve' -l seed -d 'Solve the game as this seed sets it up; all that can be dealt if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from solve' -l option -d 'An option of the match: size=13; once for each. `check --traits` lists them' -x
complete -c tgdl -n '__fish_seen_subcommand_from solve' -l positions -d 'Give up after so many positions; 1000000 if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from solve' -l precision -d 'With hidden information: how much a seat may still gain by playing otherwise; 0.0005 if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from solve' -l json -d 'Print the result as JSON'
complete -c tgdl -n '__fish_seen_subcommand_from solve' -k -x -a '(__fish_complete_suffix .tgdl)'

complete -c tgdl -n __fish_use_subcommand -a bench -d 'Measure random playouts per second, and what a copy of the game costs'
complete -c tgdl -n '__fish_seen_subcommand_from bench' -l help -s h -d 'Print this help and exit'
complete -c tgdl -n '__fish_seen_subcommand_from bench' -l players -d 'How many play; as few as the game allows if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from bench' -l seed -d 'Where random numbers come from: any 64-bit number, 0 if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from bench' -l option -d 'An option of the match: size=13; once for each. `check --traits` lists them' -x
complete -c tgdl -n '__fish_seen_subcommand_from bench' -l optimise -d 'off: take no fast path, neither in the code nor in play; all goes the same, but slower. on if not given' -x -a 'on off'
complete -c tgdl -n '__fish_seen_subcommand_from bench' -l seconds -d 'How long to play; 3 if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from bench' -l playouts -d 'Play so many games, however long they take: the same work on every run, for counting instructions' -x
complete -c tgdl -n '__fish_seen_subcommand_from bench' -l mode -d 'moves: each complete legal move is as likely as any other (the default); choices: each option of a decision is' -x -a 'moves choices'
complete -c tgdl -n '__fish_seen_subcommand_from bench' -l max-plies -d 'Stop a playout after so many moves; 10000 if not given' -x
complete -c tgdl -n '__fish_seen_subcommand_from bench' -l json -d 'Print the result as JSON'
complete -c tgdl -n '__fish_seen_subcommand_from bench' -k -x -a '(__fish_complete_suffix .tgdl)'

complete -c tgdl -n __fish_use_subcommand -a explain -d 'Say what an error, warning, hint or runtime error means, with examples'
complete -c tgdl -n '__fish_seen_subcommand_from explain' -l help -s h -d 'Print this help and exit'
complete -c tgdl -n '__fish_seen_subcommand_from explain' -x -a "(tgdl explain 2>/dev/null | string replace -r '  +' \t)"

complete -c tgdl -n __fish_use_subcommand -a dump -d 'Show what a step of the compiler made of a file'
complete -c tgdl -n '__fish_seen_subcommand_from dump' -l help -s h -d 'Print this help and exit'
complete -c tgdl -n '__fish_seen_subcommand_from dump' -l stage -d 'Which step: tokens, tree, checked or program' -x -a 'tokens tree checked program'
complete -c tgdl -n '__fish_seen_subcommand_from dump' -k -x -a '(__fish_complete_suffix .tgdl)'
