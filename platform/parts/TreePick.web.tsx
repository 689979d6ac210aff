import { useQuery } from '@tanstack/react-query'
import { ClearTreeSelect } from '../../kit/web/clear.web.tsx'
import { api } from '../../kit/web/client.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import type { TreeNode } from './CheckTree.web.tsx'

/** A tree of the system (roles, departments), asked once and kept for a minute. */
export const useTree = (path: string): readonly TreeNode[] =>
  useQuery({ queryKey: queryKeyOf({ name: path }, 'tree'), staleTime: 60_000, queryFn: () => api.get<TreeNode[]>(path, {}, { quiet: true }) }).data ?? []

interface TreePickProps {
  path: string
  value?: string
  onChange?(ids: string | undefined): void
  id?: string
  disabled?: boolean
  'aria-label'?: string
  'aria-required'?: boolean
}
/** Picks several nodes of a tree; the value is their ids joined by commas, as fields of kind refs have it. */
export function TreePick({ path, value, onChange, ...rest }: TreePickProps) {
  const { say } = useSay()
  const nodes = useTree(path)
  return (
    <ClearTreeSelect
      {...rest}
      multiple
      treeDefaultExpandAll
      style={{ width: '100%' }}
      treeData={[...nodes]}
      fieldNames={{ value: 'id', label: 'title', children: 'children' }}
      showSearch={{ treeNodeFilterProp: 'title' }}
      placeholder={say(phrases.keyword)}
      value={value && value !== '-1' ? value.split(',') : []}
      onChange={(v: string[]) => onChange?.(v.length ? v.join(',') : undefined)}
    />
  )
}
