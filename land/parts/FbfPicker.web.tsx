import { useQuery } from '@tanstack/react-query'
import type { Page } from '../../kit/model/page.ts'
import { ClearSelect } from '../../kit/web/clear.web.tsx'
import { api } from '../../kit/web/client.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { fbf, type Fbf } from '../definitions/fbf.ts'
import { words } from '../definitions/words.ts'
import { searchOf, useFinder } from './finder.web.ts'

interface FbfPickerProps {
  id?: string
  value?: string
  onChange?(fbfbm: string | undefined): void
  disabled?: boolean
  /** a form that begins with it: it has the focus, and the only issuer that somebody has is chosen */
  first?: boolean
}

const hitOf = (f: Fbf) => ({ value: f.fbfbm!, label: `${f.fbfmc} ${f.fbfbm}` })
/** Picks an issuer by name, pinyin or code; the value is its code (fbfbm, 14 digits). */
export function FbfPicker({ value, onChange, first = false, ...rest }: FbfPickerProps) {
  const { say } = useSay()
  const { hits, select } = useFinder({
    key: ['fbf', 'pick'],
    on: !rest.disabled,
    sole: first && !value,
    take: (code) => onChange?.(code),
    look: async (typed) => {
      const found = await api.get<Page<Fbf>>('base-qssj/fbf/page', { current: 1, size: 30, ...searchOf(typed, 'fbfbm', 'fbfmc') }, { quiet: true })
      return found.records.map(hitOf)
    },
  })
  const missing = value && !hits.some((h) => h.value === value)
  const own = useQuery({
    queryKey: queryKeyOf('fbf', 'named', value),
    enabled: !!missing,
    queryFn: () => api.get<Fbf>('base-qssj/fbf/detail', { fbfbm: value }, { quiet: true }),
  })
  return (
    <ClearSelect
      {...rest}
      {...select}
      autoFocus={first && !value}
      style={{ width: '100%' }}
      placeholder={say(words.issuer)}
      {...(rest.id ? {} : { 'aria-label': say({ zh: fbf.label, en: fbf.en }) })}
      options={[...(missing && own.data ? [hitOf(own.data)] : []), ...hits]}
      value={value || undefined}
      onChange={(v: string | undefined) => onChange?.(v)}
    />
  )
}
