import { Tag } from 'antd'
import type { ReactNode } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import type { Column } from '../../kit/web/ResourceTable.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'

interface StateWords {
  words: Readonly<Record<string, Text>>
  /** colours of a tag by state; the others are plain */
  colours: Readonly<Record<string, string>>
}
/** A state in the words and the colour of its list. */
export function StateTag({ of, words, colours }: StateWords & { of: string }) {
  const { say } = useSay()
  return <Tag color={colours[of] ?? 'default'}>{words[of] ? say(words[of]) : of}</Tag>
}
/** The columns of a list, the one of its state drawn so. */
export const withStates =
  (s: StateWords) =>
  (columns: readonly Column[]): Column[] =>
    columns.map((c) => (c.key === 'status' ? { ...c, render: (v: string) => <StateTag of={v} {...s} /> } : c))
/** The same where the state is a word of a dictionary. */
export const withColours =
  (colours: StateWords['colours']) =>
  (columns: readonly Column[]): Column[] =>
    columns.map((c) =>
      c.key === 'status'
        ? { ...c, render: (v: string | null, row, i) => (v ? <Tag color={colours[v] ?? 'default'}>{c.render?.(v, row, i) as ReactNode}</Tag> : '') }
        : c,
    )
