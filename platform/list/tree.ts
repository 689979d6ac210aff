// Lists that answer all rows at once, as a forest: searched in the browser. Pure.
import { entries, type AnyResource } from '../../kit/model/resource.ts'

/** The nodes of a forest that fit all filters as parts of their text, and what leads to them. */
export function filterTree<Node extends Record<string, any> & { id: string }>(
  nodes: readonly Node[],
  r: AnyResource,
  filters: Readonly<Record<string, string>>,
): Node[] {
  const asked = entries(r).flatMap(([n, f]) => (f.search && filters[n] ? [[n, filters[n]!] as const] : []))
  if (asked.length === 0) return [...nodes]
  return nodes.flatMap((n): Node[] => {
    const below = filterTree((n.children ?? []) as Node[], r, filters)
    const { children: _, ...leaf } = n
    const fits = asked.every(([name, v]) =>
      String(n[name] ?? '')
        .toLowerCase()
        .includes(v.toLowerCase()),
    )
    return below.length ? [{ ...n, children: below }] : fits ? [leaf as unknown as Node] : []
  })
}
/** Filters as one text, whatever their order. */
export const filterKeyOf = (filters: Readonly<Record<string, string>>) => JSON.stringify(Object.entries(filters).toSorted())
/** The ids of rows and of what stands below them. */
export const treeIdsOf = (rows: readonly { id: string; children?: unknown }[]): string[] =>
  rows.flatMap((x) => [x.id, ...treeIdsOf((x.children ?? []) as { id: string }[])])
