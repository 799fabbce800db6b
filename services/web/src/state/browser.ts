/** What this browser keeps between visits; one that keeps nothing still works. */
export function recalled<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(`zhizao.${name}`) ?? "null") as T | null;
  } catch {
    return null;
  }
}

export function remember(name: string, value: unknown): void {
  try {
    localStorage.setItem(`zhizao.${name}`, JSON.stringify(value));
  } catch {
    // Then it is chosen again next time.
  }
}
