import { Button, Flex, Space, Switch, Tree } from 'antd'
import type { BasicDataNode } from 'antd/es/tree'
import { useState } from 'react'
import { ClearInput } from '../../kit/web/clear.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { words } from './people-words.ts'

export interface TreeNode extends BasicDataNode {
  id: string
  title: string
  children?: TreeNode[]
}
export const treeIds = (nodes: readonly TreeNode[]): string[] => nodes.flatMap((n) => [n.id, ...treeIds(n.children ?? [])])
/** Ids of the nodes that nothing stands below. */
export const leavesOf = (nodes: readonly TreeNode[]): string[] => nodes.flatMap((n) => (n.children?.length ? leavesOf(n.children) : [n.id]))

/** The nodes that contain a word, with what leads to them. */
export function sift(nodes: readonly TreeNode[], word: string): TreeNode[] {
  if (!word) return [...nodes]
  return nodes.flatMap((n) => {
    const below = sift(n.children ?? [], word)
    return below.length ? [{ ...n, children: below }] : n.title.toLowerCase().includes(word.toLowerCase()) ? [n] : []
  })
}
/** What is ticked after a node was: with `linked` also all below it and everything above it; taken away with all below it. */
export function toggled(nodes: readonly TreeNode[], value: readonly string[], id: string, on: boolean, linked: boolean): string[] {
  const path = (list: readonly TreeNode[], above: readonly TreeNode[]): readonly TreeNode[] | undefined => {
    for (const n of list) {
      const found = n.id === id ? [...above, n] : path(n.children ?? [], [...above, n])
      if (found) return found
    }
    return undefined
  }
  const way = path(nodes, []) ?? []
  const node = way.at(-1)
  const touched = !node || !linked ? [id] : on ? [...way.map((n) => n.id), ...treeIds(node.children ?? [])] : treeIds([node])
  const next = new Set(value)
  for (const x of touched)
    if (on) next.add(x)
    else next.delete(x)
  return [...next]
}

interface CheckTreeProps {
  nodes: readonly TreeNode[]
  value?: readonly string[]
  onChange?(ids: string[]): void
  disabled?: boolean
  height?: number
  'aria-label'?: string
}
/** A tree with boxes: filter, all, none, invert, and a switch that ties parents and children together. Source: platform-api.md 4 (Role). */
export function CheckTree({ nodes, value = [], onChange, disabled, height = 360, ...rest }: CheckTreeProps) {
  const { say } = useSay()
  const [word, setWord] = useState('')
  const [linked, setLinked] = useState(true)
  const all = treeIds(nodes)
  const press = (label: keyof typeof words, ids: () => string[]) => (
    <Button size="small" disabled={disabled} onClick={() => onChange?.(ids())}>
      {say(words[label])}
    </Button>
  )
  return (
    <Flex vertical gap="small">
      <Space wrap>
        <ClearInput size="small" value={word} placeholder={say(phrases.keyword)} aria-label={say(phrases.keyword)} onChange={(e) => setWord(e.target.value)} />
        {press('all', () => all)}
        {press('none', () => [])}
        {press('invert', () => all.filter((id) => !value.includes(id)))}
        <Switch size="small" checked={linked} onChange={setLinked} aria-label={say(words.linked)} /> {say(words.linked)}
      </Space>
      <Tree
        {...rest}
        checkable
        checkStrictly
        selectable={false}
        disabled={disabled}
        height={height}
        treeData={sift(nodes, word.trim())}
        fieldNames={{ key: 'id', title: 'title', children: 'children' }}
        checkedKeys={[...value]}
        onCheck={(_keys, e) => onChange?.(toggled(nodes, value, String(e.node.key), e.checked, linked))}
        // what a word leaves is unfolded, also where the nodes come after it was typed
        {...(word ? { defaultExpandAll: true, key: `${word} ${nodes.length > 0}` } : {})}
      />
    </Flex>
  )
}
