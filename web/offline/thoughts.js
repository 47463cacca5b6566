// Thinking: jobs of src/wasm/job.h, one after the other.
import { Machine } from './host.js';

export class Thoughts {
  // progress(number, done, whole) is called while the game of that job is analysed.
  constructor(progress, ...files) {
    this.start = () => Machine.start({ progress: (done, whole) => progress(this.number, done, whole) }, ...files);
    this.turn = Promise.resolve();
  }

  // The answer's bytes.
  do(number, job, data) {
    this.turn = this.turn.catch(() => {}).then(async () => {
      const machine = (this.machine ??= await this.start());
      await machine.load(data);
      const { think_do, think_answer } = machine.exports;
      this.number = number;
      try {
        const length = machine.give(job, (at) => think_do(at));
        return machine.bytes(think_answer(), length).slice();
      } catch (error) {
        this.machine = null; // it has given up: the next attempt has a new one
        throw error;
      }
    });
    return this.turn;
  }
}
