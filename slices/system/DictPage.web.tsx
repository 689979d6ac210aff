import { useQuery } from '@tanstack/react-query'
import { Empty, Flex, Input, Menu, Spin } from 'antd'
import { useState } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import type { Page } from '../../kit/model/page.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { bodyOf, ResourceForm } from '../../kit/web/ResourceForm.web.tsx'
import { usePageState } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { ListScreen } from './ListScreen.web.tsx'
import { dict_biz } from './system.ts'

const PICK: Text = { zh: '请选择左侧字典', en: 'Select a dictionary at the left' }
const BIGGEST = 500
const { parentId: _, ...fields } = dict_biz.fields
/** An entry without its heading, which the left side tells. */
const entry = { ...dict_biz, fields }

/** Headings of the dictionaries: rows without a parent. The list has no filter for that, so it is read through. */
async function headings(): Promise<AnyRow[]> {
  const all: AnyRow[] = []
  for (let current = 1; ; current++) {
    const page = await api.get<Page<AnyRow>>('cpt-system/dict-biz/list', { current, size: BIGGEST }, { quiet: true })
    all.push(...page.records)
    if (page.records.length < BIGGEST)
      return all.filter((r) => !r.parentId || r.parentId === '0').toSorted((a, b) => String(a.code).localeCompare(String(b.code)))
  }
}

/** Dictionaries: headings at the left, the entries of one at the right. Source: platform-api.md 3.10. */
export default function DictPage() {
  const { say, lang } = useSay()
  const { search, setSearch } = usePageState()
  const [typed, setTyped] = useState('')
  const { data, error } = useQuery({ queryKey: [dict_biz.name, 'headings'], queryFn: headings, retry: false })
  const label = (h: AnyRow) => `${(lang === 'en' && h.en) || h.dictValue} ${h.code}`
  const chosen = data?.find((h) => h.id === search.parentId)
  const left = error ? (
    error.message
  ) : !data ? (
    <Spin />
  ) : (
    <Flex vertical gap="small" style={{ width: 240 }}>
      <Input allowClear value={typed} placeholder={say(phrases.keyword)} aria-label={say(phrases.keyword)} onChange={(e) => setTyped(e.target.value)} />
      <div style={{ maxHeight: 'calc(100vh - 200px)', overflow: 'auto' }}>
        <Menu
          mode="inline"
          selectedKeys={chosen ? [chosen.id] : []}
          onClick={({ key }) => setSearch({ parentId: key, current: undefined })}
          items={data.filter((h) => label(h).includes(typed.trim())).map((h) => ({ key: h.id, label: label(h), title: label(h) }))}
          style={{ borderInlineEnd: 0 }}
        />
      </div>
    </Flex>
  )
  if (!chosen)
    return (
      <Flex gap="middle" align="start">
        <div style={{ flex: '0 0 240px' }}>{left}</div>
        <Empty style={{ flex: 1, marginTop: 120 }} description={say(PICK)} />
      </Flex>
    )
  return (
    <ListScreen
      key={chosen.id}
      of={dict_biz}
      left={left}
      without={['parentId']}
      query={{ parentId: chosen.id }}
      fresh={{ code: chosen.code }}
      form={(p) => <ResourceForm {...p} of={entry} body={(v) => ({ ...bodyOf(dict_biz, v, p.row as never), parentId: chosen.id })} />}
    />
  )
}
