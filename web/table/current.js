// The state of the table that the page shows. Only the files that change it import it: views are given it.
import { newState } from '../model/state.js';
import { hidesHands, isShared, mySeat, seatsAt } from '../core/keep.js';

export const state = newState();

/** What this browser remembers of the seats here; other tabs and companions change it too. */
export function refreshDevice() {
  const { id } = state;
  const shared = id !== null && isShared(id);
  Object.assign(state.device, {
    shared, hides: id === null || hidesHands(id), seats: shared ? seatsAt(id) : [], owner: (id && mySeat(id)?.seat) || 1,
  });
}
