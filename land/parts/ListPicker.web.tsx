import { Segmented, Space } from 'antd'
import type { Text } from '../../kit/model/lang.ts'
import { ClearSelect } from '../../kit/web/clear.web.tsx'
import { usePageState } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'

interface ListPickerProps {
  /** the lists of the page by name, the first one where the address names none */
  lists: Readonly<Record<string, Text>>
}
/** Which list of a page is shown: `list` of the address. What was open in the former one is closed. */
export function ListPicker({ lists }: ListPickerProps) {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const [first] = Object.keys(lists)
  return (
    <Segmented
      value={usePickerList(lists)}
      onChange={(v) =>
        setSearch({
          list: v === first ? undefined : v,
          current: undefined,
          open: undefined,
          ascs: undefined,
          descs: undefined,
          ...(search.asOf ? { asOf: undefined } : {}),
        })
      }
      options={Object.entries(lists).map(([value, label]) => ({ value, label: say(label) }))}
    />
  )
}
/** The list that the address names, else the first. */
export function usePickerList(lists: Readonly<Record<string, Text>>): string {
  const { search } = usePageState()
  const names = Object.keys(lists)
  return search.list && names.includes(search.list) ? search.list : names[0]!
}

const any = (label: Text): Text => ({ zh: `${label.zh}：不限`, en: `${label.en}: any` })
interface MoreFiltersProps {
  /** filters by query name: their words and what may be chosen */
  of: Readonly<Record<string, { label: Text; choices: readonly { value: string; label: Text }[] }>>
}
/** Filters of a list that are no fields of its definition; they stand in the address like the others. */
export function MoreFilters({ of }: MoreFiltersProps) {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  return (
    <Space wrap style={{ marginBottom: 12, marginInlineStart: 12 }}>
      {Object.entries(of).map(([name, { label, choices }]) => (
        <ClearSelect
          key={name}
          style={{ minWidth: 150 }}
          aria-label={say(label)}
          placeholder={say(any(label))}
          value={search[name]}
          onChange={(v?: string) => setSearch({ [name]: v, current: undefined })}
          options={choices.map((c) => ({ value: c.value, label: say({ zh: `${label.zh}：${c.label.zh}`, en: `${label.en}: ${c.label.en}` }) }))}
        />
      ))}
    </Space>
  )
}
