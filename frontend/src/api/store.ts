import { useSyncExternalStore } from "react";

/** A value outside React that components can follow. Lives in memory only. */
export class Store<Value> {
  private listeners = new Set<() => void>();
  private value: Value;

  constructor(initial: Value) {
    this.value = initial;
  }

  get = (): Value => this.value;

  set = (value: Value): void => {
    if (Object.is(value, this.value)) return;
    this.value = value;
    for (const listener of this.listeners) listener();
  };

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}
