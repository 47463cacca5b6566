// The history of a run: one file of JSON lines with everything that the clients sent and received, and every fault.
// Each line has `at` (milliseconds since the run began), `event` and the members of that event. Lines of clients also have `client` and
// `server`, the name of the server that the client is connected to:
//   connect, hello, lost     a connection; `lost` has a server if `hello` was received
//   joined, error, refused   table, seat; code; a resume or watch that was refused for good
//   move                     table, seat, line, and the number of lines in the log before it (`after`)
//   moves, table             table, seq, from, lines: as received
//   final                    table, seq, known: the last view, after all moves were answered
//   fault, mended            what, target
import { closeSync, openSync, writeSync } from 'node:fs';

export class History {
  constructor(path) {
    this.file = openSync(path, 'w');
    this.lines = [];
    this.began = performance.now();
  }

  now() {
    return Math.round(performance.now() - this.began);
  }

  add(event, members) {
    this.lines.push(JSON.stringify({ at: this.now(), event, ...members }));
    if (this.lines.length >= 256) this.flush();
  }

  flush() {
    if (this.lines.length) writeSync(this.file, `${this.lines.join('\n')}\n`);
    this.lines = [];
  }

  close() {
    this.flush();
    closeSync(this.file);
  }
}
