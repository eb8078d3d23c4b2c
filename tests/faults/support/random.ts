/** Random choices that can be reproduced with the same seed. */
export interface Random {
  /** A whole number from 0 (inclusive) to the limit (exclusive). */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** Another generator whose numbers depend only on this one's seed. */
  branch(): Random;
}

/** @param seed any whole number; only its lowest 32 bits count. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  // The mulberry32 algorithm, which is good enough for test choices.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const random: Random = {
    below: (limit) => Math.floor(next() * limit),
    chance: (probability) => next() < probability,
    pick: (items) => items[random.below(items.length)] ?? items[0],
    branch: () => createRandom(random.below(2 ** 32)),
  };
  return random;
}
