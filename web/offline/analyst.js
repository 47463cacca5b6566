// Runs the jobs of src/wasm/job.h, one after the other: bots' moves, hints and analyses.
import { Machine } from './host.js';

export class Analyst {
  /**
   * progress(number, done, whole) is called while the game of that job is analysed.
   * @param {(number: number | string, done: number, whole: number) => void} progress
   * @param {import('./host.js').Files | null} [files]
   * @param {import('./host.js').Reader} [read]
   */
  constructor(progress, files, read) {
    /** @type {number | string} */
    this.number = 0; // of the running job
    /** @type {Machine | null} */
    this.machine = null;
    const report = (/** @type {number} */ done, /** @type {number} */ whole) => progress(this.number, done, whole);
    this.start = () => Machine.start({ progress: report }, files, read);
    /** @type {Promise<unknown>} */
    this.turn = Promise.resolve();
  }

  /**
   * Runs a job; resolves with the bytes of its answer.
   * @param {number | string} number
   * @param {Uint8Array} job
   * @param {string} data
   * @returns {Promise<Uint8Array<ArrayBuffer>>}
   */
  do(number, job, data) {
    const done = this.turn.catch(() => {}).then(async () => {
      const machine = (this.machine ??= await this.start());
      await machine.load(data);
      const { think_do, think_answer } = machine.exports;
      this.number = number;
      try {
        const length = machine.give(job, (at) => think_do(at));
        return machine.bytes(think_answer(), length).slice();
      } catch (error) {
        this.machine = null; // it has trapped: the next job starts a new one
        throw error;
      }
    });
    this.turn = done;
    return done;
  }
}
