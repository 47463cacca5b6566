// The history of a run: what every client did and was told, and every fault, in one file of JSON lines. `at` is in
// milliseconds since the run began. tests/cluster/README.md names the members of each kind of line.
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
