// Outside the Worker: the functions of Cornet and Match, each of which returns a promise.
import { Cornet, Match } from './core.js';

const members = (type) => Object.getOwnPropertyNames(type.prototype).filter((name) => name !== 'constructor');
const forgotten = new FinalizationRegistry(({ line, match }) => line.call(match, 'close', []).catch(() => {}));

// The calls that wait for the Worker. `port` has post(message), end(), and listen(onMessage, onEnd).
class Line {
  #port;
  #waiting = new Map();
  #next = 1;
  #ended; // why it has ended

  constructor(port) {
    this.#port = port;
    port.listen(({ id, error, ...answer }) => {
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) resolve(answer);
      else reject(new Error(error));
    }, (error) => this.end(error));
  }

  call(match, name, given) {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended);
      this.#port.post({ id: this.#next, match, name, given });
      this.#waiting.set(this.#next++, { resolve, reject });
    });
  }

  end(error = new Error('the Worker has ended')) {
    this.#ended ??= error;
    this.#port.end();
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}

class RemoteMatch {
  #line;
  #match;

  constructor(line, match) {
    this.#line = line;
    this.#match = match;
    forgotten.register(this, { line, match });
  }

  static {
    for (const name of members(Match)) this.prototype[name] = async function (...given) {
      const answer = await this.#line.call(this.#match, name, given);
      return answer.same ? this : answer.match ? new RemoteMatch(this.#line, answer.match) : answer.value;
    };
  }
}

class RemoteCornet {
  #line;

  constructor(line) {
    this.#line = line;
  }

  static {
    for (const name of members(Cornet)) this.prototype[name] = async function (...given) {
      const answer = await this.#line.call(0, name, given);
      return answer.match ? new RemoteMatch(this.#line, answer.match) : answer.value;
    };
  }

  close() {
    this.#line.end();
  }
}

// Starts the module in the Worker behind the port.
export async function connect(port, settings) {
  const line = new Line(port);
  try {
    await line.call(0, 'open', [settings]);
  } catch (error) {
    line.end(error);
    throw error;
  }
  return new RemoteCornet(line);
}
