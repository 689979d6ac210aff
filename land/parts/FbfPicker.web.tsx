import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import type { Page } from '../../kit/model/page.ts'
import { api } from '../../kit/web/client.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { useSay } from '../../kit/web/words.web.ts'
import type { Fbf } from '../definitions/fbf.ts'
import { words } from '../definitions/words.ts'

interface FbfPickerProps {
  id?: string
  value?: string
  onChange?(fbfbm: string | undefined): void
  disabled?: boolean
}

/** Picks an issuer by name, pinyin or code; the value is its code (fbfbm, 14 digits). */
export function FbfPicker({ value, onChange, ...rest }: FbfPickerProps) {
  const { say } = useSay()
  const [typed, setTyped] = useState('')
  const by = /^\d+$/.test(typed) ? { fbfbm: typed } : typed.trim() ? { fbfmc: typed.trim() } : {}
  const found = useQuery({
    queryKey: ['fbf', 'pick', typed],
    enabled: !rest.disabled,
    queryFn: () => api.get<Page<Fbf>>('base-qssj/fbf/page', { current: 1, size: 30, ...by }, { quiet: true }),
  })
  const listed = found.data?.records ?? []
  const missing = value && !listed.some((f) => f.fbfbm === value)
  const own = useQuery({
    queryKey: ['fbf', 'named', value],
    enabled: !!missing,
    queryFn: () => api.get<Fbf>('base-qssj/fbf/detail', { fbfbm: value }, { quiet: true }),
  })
  const options = [...(missing && own.data ? [own.data] : []), ...listed].map((f) => ({ value: f.fbfbm!, label: `${f.fbfmc} ${f.fbfbm}` }))
  return (
    <Select
      {...rest}
      allowClear
      style={{ width: '100%' }}
      placeholder={say(words.issuer)}
      loading={found.isFetching}
      notFoundContent={say(phrases.empty)}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={options}
      value={value || undefined}
      onChange={(v: string | undefined) => onChange?.(v)}
    />
  )
}
