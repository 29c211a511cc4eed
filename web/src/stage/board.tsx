// A board: its groups side by side, with its name where there are several and what else it tells.
import { useMemo } from "preact/hooks";
import type { Board, View } from "../view";
import { ownedBy, useStage } from "./context";
import { FactList } from "./fact_list";
import { ownerOf, seen } from "./facts";
import { GraphBoard, hasLines, isGraph } from "./graph_board";
import { GridBoard } from "./grid_board";
import { Places } from "./places";
import { labelOf } from "./scene";

/** Is there a board that can be turned around? */
export function hasGrid(view: View): boolean {
    return seen(view.boards).some((board) => (board.groups ?? []).some((group) => !isGraph(group)));
}

export function BoardView({ board, isAlone }: { board: Board; isAlone: boolean }) {
    const stage = useStage();
    const groups = Array.isArray(board.groups) ? board.groups : [];
    const graphs = useMemo(() => groups.filter(isGraph), [board]);
    const grids = groups.filter((group) => !graphs.includes(group));
    const name = labelOf(board);
    const title = [name, ownedBy(stage, ownerOf(board))].filter((part) => part !== "").join(" ");
    const isJoined = hasLines(graphs);
    const facts = stage.scene.factsOf(board).filter((fact) => fact.form !== "things");
    return (
        <figure class="board-view" data-class={board.class}>
            {!isAlone && <figcaption class="board-title">{title}</figcaption>}
            <div class="groups">
                {graphs.length > 0 &&
                    (isJoined ? (
                        <GraphBoard board={board} groups={graphs} aspect={stage.width < 560 ? 0.78 : 1.45} label={name} />
                    ) : (
                        <Places groups={graphs} label={name} />
                    ))}
                {grids.map((group) => (
                    <div class="group" key={group.name}>
                        {groups.length > 1 && <span class="group-title">{group.name}</span>}
                        <GridBoard group={group} label={groups.length > 1 ? `${name}, ${group.name}` : name} />
                    </div>
                ))}
            </div>
            <FactList facts={facts} />
        </figure>
    );
}
