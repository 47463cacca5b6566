// The history of a run: what every client did and was told, and every fault, in one file of JSON lines. Each has `at`, milliseconds since the
// run began, `event`, and what belongs to it; those of clients have `client`, and `server`, the name of the one that it talks to:
//   connect, hello, lost     a connection; `lost` has a server if hello had come
//   joined, error, refused   table, seat; code; a resume or watch that was refused for good
//   move                     table, seat, line, and after how many lines of the log it is meant to stand (`after`)
//   moves, table             table, seq, from, lines: what was told
//   final                    table, seq, known: the last view, when everything is quiet
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
