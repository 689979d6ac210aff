import { ClearTreeSelect } from './clear.web.tsx'
import { phrases } from './phrases.ts'
import { useSay, type Choice } from './words.web.ts'

export interface TreeChoice extends Choice {
  isLeaf?: boolean
  children?: TreeChoice[]
}
export interface TreeSelectorProps {
  nodes: readonly TreeChoice[]
  value?: string | string[]
  onChange?(value: string | string[] | undefined): void
  /** check boxes and several values */
  multiple?: boolean
  /** shows the chosen node with all names above it */
  fullPath?: boolean
  /** words of a single value whose node is not loaded yet */
  valueLabel?: string
  /** asks for the children of a node on demand */
  load?(value: string): Promise<unknown>
  onSearch?(keyword: string): void
  id?: string
  disabled?: boolean
  placeholder?: string
  'aria-label'?: string
}

interface PathChoice extends TreeChoice {
  path: string
  title: string
  children?: PathChoice[]
}
/** Gives every node the path of names that leads to it. */
export function withPaths(nodes: readonly TreeChoice[], above = ''): PathChoice[] {
  return nodes.map((n) => {
    const path = above + n.label
    return { ...n, title: n.label, path, ...(n.children ? { children: withPaths(n.children, `${path}/`) } : {}) } as PathChoice
  })
}

/** What antd's select holds: values, or one with its words. */
type Chosen = string | string[] | { value: string } | undefined
/** A select over a tree: keyword filter, clear, one or several values, optional full-path label. Source: platform.md 2. */
export function TreeSelector({ nodes, multiple, fullPath, valueLabel, load, onSearch, value, onChange, ...rest }: TreeSelectorProps) {
  const { say } = useSay()
  const labelled = valueLabel !== undefined && typeof value === 'string'
  return (
    <ClearTreeSelect
      {...rest}
      style={{ width: '100%' }}
      treeData={withPaths(nodes)}
      treeCheckable={multiple}
      treeCheckStrictly={false}
      showSearch={{ treeNodeFilterProp: 'title', ...(onSearch ? { onSearch } : {}) }}
      treeNodeLabelProp={fullPath ? 'path' : 'title'}
      labelInValue={labelled}
      value={(labelled ? { value, label: valueLabel } : value || undefined) as Chosen}
      onChange={(v: Chosen) => onChange?.(v instanceof Object && 'value' in v ? v.value : v)}
      placeholder={rest.placeholder ?? say(phrases.keyword)}
      maxTagCount="responsive"
      {...(load
        ? {
            loadData: async (n) => {
              await load(String(n.value))
            },
          }
        : {})}
    />
  )
}
