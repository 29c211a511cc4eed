// Commands of the host, given by somebody who sits at a seat: on a connection of its own, opened with the host's link.
import { Connection, type Answer, type Platform } from "../connection";

/** Hands a seat at which nobody is connected to a bot; an empty `bot`: back to a person. */
export async function seatAsHost(
    platform: Platform,
    place: { table: string; host: string },
    seat: number,
    bot: string,
): Promise<Answer> {
    return new Promise((done) => {
        const connection: Connection = new Connection(
            {
                greeting: () => ({ type: "join", table: place.table, token: place.host }),
                heard(message) {
                    if (message.type === "refused" && message.id === "") {
                        connection.end();
                        done(message);
                    }
                },
                changed: () => {},
            },
            platform,
        );
        connection.begin();
        void connection.ask({ type: "seat", seat, bot }).then((answer) => {
            connection.end();
            done(answer);
        });
    });
}
