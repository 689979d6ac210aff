import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Spin, Tree } from 'antd'
import { useEffect, useState } from 'react'
import { ClearInput } from './clear.web.tsx'
import { api } from './client.web.ts'
import { phrases } from './phrases.ts'
import { TreeSelector, withPaths, type TreeChoice, type TreeSelectorProps } from './TreeSelector.web.tsx'
import { useRegionName, useSay } from './words.web.ts'
import { queryKeyOf } from './keys.web.ts'

/** A node of GET region/lazy-tree; either spelling of code and name is understood. */
interface RegionNode {
  id?: string
  code?: string
  title?: string
  name?: string
  hasChildren?: boolean
  parentCode?: string
}
const level = (parentCode: string) => ({
  queryKey: queryKeyOf('regions', parentCode),
  staleTime: 5 * 60_000,
  queryFn: () => api.get<RegionNode[]>('cpt-system/region/lazy-tree', { parentCode }, { quiet: true }),
})
const choice = (n: RegionNode): TreeChoice => ({ value: String(n.code ?? n.id), label: n.name ?? n.title ?? '', isLeaf: !n.hasChildren })

/** The caller's regions, level by level. `load` asks for the children of one; invalidating ['regions', code] renews that branch. */
export function useRegionNodes() {
  const client = useQueryClient()
  const [opened, setOpened] = useState<readonly string[]>([])
  const root = useQuery(level(''))
  const below = useQueries({ queries: opened.map(level) })
  const children = new Map(opened.map((code, i) => [code, below[i]?.data]))
  const grow = (nodes: readonly RegionNode[]): TreeChoice[] =>
    nodes.map((n) => {
      const c = choice(n),
        inner = children.get(c.value)
      return inner ? { ...c, children: grow(inner) } : c
    })
  const load = async (code: string) => {
    await client.ensureQueryData(level(code))
    setOpened((all) => (all.includes(code) ? all : [...all, code]))
  }
  return { nodes: grow(root.data ?? []), loading: root.isLoading, error: root.error, retry: root.refetch, load }
}

/** Keeps the nodes whose name or code holds the keyword, and what leads to them. */
export function filterNodes<T extends TreeChoice>(nodes: readonly T[], keyword: string): T[] {
  const k = keyword.trim()
  if (!k) return [...nodes]
  return nodes.flatMap((n) => {
    const inner = filterNodes((n.children ?? []) as T[], k)
    if (n.label.includes(k) || n.value.startsWith(k)) return [n]
    return inner.length ? [{ ...n, children: inner }] : []
  })
}

/** The lonely nodes from the top down, and the one they lead to: nobody should have to open what has no choice. */
export function lonelyPath(nodes: readonly TreeChoice[]): string[] {
  const [only, ...others] = nodes
  return only && others.length === 0 && !only.isLeaf ? [only.value, ...lonelyPath(only.children ?? [])] : []
}

interface RegionTreeProps {
  value?: string
  onChange(code: string | undefined): void
  fullPath?: boolean
  height?: number
}
/** The region tree of list pages: lazy, with keyword filter. Choosing the chosen one again clears it. */
export function RegionTree({ value, onChange, fullPath, height = 560 }: RegionTreeProps) {
  const { say } = useSay()
  const { nodes, loading, error, retry, load } = useRegionNodes()
  const [keyword, setKeyword] = useState('')
  const [expanded, setExpanded] = useState<readonly string[]>([])
  const lonely = lonelyPath(nodes).join()
  useEffect(() => {
    const path = lonely.split(',').filter(Boolean)
    setExpanded((all) => [...new Set([...all, ...path])])
    void Promise.all(path.map(load))
  }, [lonely])
  if (loading) return <Spin />
  if (error)
    return (
      <Button type="link" onClick={() => void retry()}>
        {say(phrases.loadFailed)} {say(phrases.retry)}
      </Button>
    )
  const shown = filterNodes(withPaths(nodes), keyword)
  return (
    <nav aria-label={say(phrases.regions)}>
      <ClearInput
        aria-label={say(phrases.keyword)}
        placeholder={say(phrases.keyword)}
        value={keyword}
        onChange={(e) => setKeyword(e.target.value)}
        style={{ marginBottom: 8 }}
      />
      <Tree
        treeData={shown}
        fieldNames={{ key: 'value', title: fullPath ? 'path' : 'title' }}
        height={height}
        blockNode
        expandedKeys={[...expanded]}
        onExpand={(keys) => setExpanded(keys.map(String))}
        selectedKeys={value ? [value] : []}
        onSelect={(keys) => onChange(keys[0] === undefined ? undefined : String(keys[0]))}
        loadData={async (n: object) => {
          await load((n as TreeChoice).value)
        }}
        aria-label={say(phrases.regions)}
      />
    </nav>
  )
}

/** A region code as a select over the same tree, shown with its full name. */
export function RegionPicker(props: Omit<TreeSelectorProps, 'nodes' | 'load' | 'multiple'> & { value?: string }) {
  const { nodes, load } = useRegionNodes()
  const name = useRegionName(props.value ?? '', true)
  return <TreeSelector {...props} nodes={nodes} load={load} fullPath valueLabel={props.value ? name : undefined} />
}
