// The module (src/wasm/): its memory, its imports, and its data, which is loaded on demand.
import { FILES } from './files.js';
import { sha256Block } from '../core/hash.js';

/** @typedef {{file: string, arrays: [string, number][]}} Part */
/** @typedef {(name: string) => Promise<Uint8Array<ArrayBuffer>>} Reader gives a file's bytes */
/**
 * The modules and their data.
 * @typedef {{alone: boolean, version: string, module: string, practise: string, data: Record<string, Part>}} Files
 */

// Unicode's categories in the order of src/wasm/include/utf8proc.h.
const CATEGORIES = ['Cn', 'Cc', 'Cf', 'Co', 'Cs', 'Zl', 'Zp', 'Zs', 'Mn', 'Me', 'So', 'Sk'].map((name) => new RegExp(`\\p{${name}}`, 'u'));
const ENOSYS = 52, EBADF = 8; // of WASI

/** Decompresses a file. Some hosts have already decompressed it. @param {Uint8Array<ArrayBuffer>} bytes */
async function unpacked(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @param {string} name */
export async function fetchFile(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

export class Machine {
  /** @param {Files} files @param {Reader} read */
  constructor(files, read) {
    this.files = files;
    this.read = read;
    /** @type {Map<string, Promise<void>>} */
    this.loads = new Map();
    /** @type {Record<string, any>} */
    this.exports = {};
    /** @type {WebAssembly.Memory} */
    this.memory = new WebAssembly.Memory({ initial: 0 }); // until the module has its own
  }

  /**
   * @param {Record<string, Function>} imports imports of this use of the module, in addition to the common ones
   * @param {Files | null} files
   * @param {Reader} read
   */
  static async start(imports, files = FILES, read = fetchFile) {
    if (!files) throw new Error('there is no module here');
    const machine = new Machine(files, read);
    const module = await WebAssembly.compile(await unpacked(await read(files.module)));
    const instance = await WebAssembly.instantiate(module, /** @type {WebAssembly.Imports} */ (machine.imports(module, imports)));
    machine.exports = instance.exports;
    machine.memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
    machine.exports._initialize?.();
    return machine;
  }

  /**
   * Missing imports do nothing, or return an error.
   * @param {WebAssembly.Module} module
   * @param {Record<string, Function>} given
   */
  imports(module, given) {
    /** @type {Record<string, Record<string, Function>>} */
    const own = { host: { ...this.host(), ...given }, wasi_snapshot_preview1: this.wasi() };
    /** @type {Record<string, Record<string, Function>>} */
    const all = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      all[from] ??= {};
      all[from][name] = own[from]?.[name] ?? (() => ENOSYS);
    }
    return all;
  }

  host() {
    return {
      /** @param {number} at @param {number} length */
      random: (at, length) => crypto.getRandomValues(this.bytes(at, length)),
      /** @param {number} sum @param {number} block */
      sha256: (sum, block) => sha256Block(new Uint32Array(this.memory.buffer, sum, 8), this.bytes(), block),
      /** @param {number} code */
      category: (code) => {
        const found = CATEGORIES.findIndex((category) => category.test(String.fromCodePoint(code)));
        return found < 0 ? CATEGORIES.length : found;
      },
      /** @param {number} name @param {number} out @param {number} room */
      fold_name: (name, out, room) => {
        const folded = new TextEncoder().encode(this.text(name).normalize('NFKC').toLowerCase());
        if (folded.length + 1 > room) return 0;
        this.bytes(out, room).fill(0).set(folded);
        return folded.length;
      },
    };
  }

  // A clock, and console output for the module's last words before it aborts.
  wasi() {
    const view = () => new DataView(this.memory.buffer);
    return {
      /** @param {number} id @param {bigint} precision @param {number} out */
      clock_time_get: (id, precision, out) => (view().setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true), 0),
      /** @param {number} count @param {number} size */
      environ_sizes_get: (count, size) => (view().setUint32(count, 0, true), view().setUint32(size, 0, true), 0),
      environ_get: () => 0,
      fd_prestat_get: () => EBADF,
      /** @param {number} fd @param {number} parts @param {number} count @param {number} written */
      fd_write: (fd, parts, count, written) => {
        let text = '', length = 0;
        for (let i = 0; i < count; i++) {
          const at = view().getUint32(parts + 8 * i, true), size = view().getUint32(parts + 8 * i + 4, true);
          text += this.text(at, size);
          length += size;
        }
        if (text.trim()) console.error(text.trim());
        view().setUint32(written, length, true);
        return 0;
      },
      /** @param {number} code */
      proc_exit: (code) => {
        throw Object.assign(new Error(`the module ended with ${code}`), { fatal: true });
      },
    };
  }

  /** @param {number} at @param {number} [length] without one, to the end of the memory */
  bytes(at = 0, length) {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  /** A text up to its NUL, or of that length. @param {number} at */
  text(at, length = this.bytes().indexOf(0, at) - at) {
    return new TextDecoder().decode(this.bytes(at, length).slice());
  }

  /**
   * Calls act(address, length) with a text or bytes in the module's memory, a NUL behind them.
   * @param {string | Uint8Array} value
   * @param {(at: number, length: number) => any} act
   */
  give(value, act) {
    const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value;
    const at = this.exports.local_allocate(bytes.length + 1);
    this.bytes(at, bytes.length + 1).set(bytes);
    this.bytes()[at + bytes.length] = 0;
    try {
      return act(at, bytes.length);
    } finally {
      this.exports.local_free(at);
    }
  }

  /**
   * Loads the data of a game, each file once: `NAME`, or `+NAME/N/OPTION=VALUE…` to include its best bots for N players with these options.
   * Of the large files that only some tables need, it loads the most specific one for this table. If that fails, the next lower level
   * plays.
   * @param {string} name
   */
  async load(name) {
    const words = name.split('/'), [some] = words, names = some.startsWith('+') ? [some.slice(1), some] : [some];
    /** @param {string} part */
    const fits = (part) => part.includes('/') && part.split('/').every((word) => words.includes(word));
    const [own] = Object.keys(this.files.data).filter(fits).sort((a, b) => b.length - a.length);
    if (own) await this.loadAll([own]).catch(() => {});
    await this.loadAll(names);
  }

  /** @param {string[]} names */
  async loadAll(names) {
    await Promise.all(names.filter((part) => Object.hasOwn(this.files.data, part)).map((part) => {
      const failed = (/** @type {unknown} */ error) => (this.loads.delete(part), Promise.reject(error));
      const coming = this.loads.get(part) ?? this.loadPart(part, this.files.data[part]).catch(failed);
      this.loads.set(part, coming);
      return coming;
    }));
  }

  /** The module computes derived arrays itself. @param {string} part @param {Part} part */
  async loadPart(part, { file, arrays }) {
    const bytes = await unpacked(await this.read(file));
    let at = 0;
    for (const [array, length] of arrays) {
      this.bytes(this.exports[array].value, length).set(bytes.subarray(at, at + length));
      at += length;
    }
    this.exports[`ready_${part}`]?.();
  }
}
