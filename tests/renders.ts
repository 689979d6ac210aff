// Counts what React draws: the components that ran in each commit, as React marks them for its own tools. Deterministic where milliseconds are not.
interface Fiber {
  type: unknown
  flags: number
  child: Fiber | null
  sibling: Fiber | null
  alternate: Fiber | null
}
/** React's sign that a component ran in this commit. Source: ReactFiberFlags.js, PerformedWork. */
const PERFORMED = 1
const nameOf = (type: unknown): string => {
  const t = type as { displayName?: string; name?: string; render?: unknown; type?: unknown } | null
  if (!t || (typeof t !== 'function' && typeof t !== 'object')) return ''
  return t.displayName || t.name || nameOf(t.render ?? t.type) || 'anonymous'
}
const isComponent = (type: unknown): boolean =>
  typeof type === 'function' || (typeof type === 'object' && type !== null && ('render' in type || 'type' in type))

let ran: string[] = []
function walk(now: Fiber, before: Fiber | null): void {
  if (isComponent(now.type) && (!before || now.flags & PERFORMED)) ran.push(nameOf(now.type))
  // children that were not touched are the same objects
  if (before && now.child === before.child) return
  for (let c = now.child; c; c = c.sibling) walk(c, before ? c.alternate : null)
}
/** Has to be called before React's DOM is loaded (vi.hoisted). */
export function watchRenders(): void {
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount: () => undefined,
      onCommitFiberRoot: (_id: number, root: { current: Fiber }) => walk(root.current, root.current.alternate),
    },
  })
}
/** Names of the components that ran since the last question, in the order of the tree, once for each run. */
export function rendered(): string[] {
  const all = ran
  ran = []
  return all
}
