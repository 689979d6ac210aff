import { CloseCircleFilled } from '@ant-design/icons'
import { Input, Select, TreeSelect, type InputProps, type SelectProps, type TreeSelectProps } from 'antd'
import type { ReactNode } from 'react'
import { phrases } from './phrases.ts'
import { useSay } from './words.web.ts'

type Option = NonNullable<SelectProps['options']>[number]
type Node = NonNullable<TreeSelectProps['treeData']>[number]
interface Clear {
  clearIcon: ReactNode
  label: string
}
/** By its name: the same icon each time is not drawn with each key. */
const clears = new Map<string, Clear>()
/** How the button that empties an input is named: antd's own says 'Clear' or 'close-circle' in whatever language is read. */
export function useClear(): Clear {
  const { say } = useSay()
  const label = say(phrases.clearField)
  if (!clears.has(label)) clears.set(label, { clearIcon: <CloseCircleFilled aria-label={label} />, label })
  return clears.get(label)!
}
/** antd's Select, Input and TreeSelect that can be emptied: every one of the product that can be. */
export const ClearSelect = <V, O extends Option = Option>(props: SelectProps<V, O>) => <Select<V, O> {...props} allowClear={useClear()} />
export const ClearInput = (props: InputProps) => <Input {...props} allowClear={useClear()} />
export const ClearTreeSelect = <V, N extends Node = Node>(props: TreeSelectProps<V, N>) => <TreeSelect<V, N> {...props} allowClear={useClear()} />
