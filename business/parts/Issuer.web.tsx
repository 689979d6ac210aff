import { useQuery } from '@tanstack/react-query'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { useAsk } from '../../kit/web/ask.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { FbfPicker } from '../../land/parts/FbfPicker.web.tsx'
import { CaseBlocker } from '../cases/web/form/Hindrance.web.tsx'
import { Facts } from '../cases/web/Facts.web.tsx'
import { words } from '../cases/web/words.ts'

const SHOWN = ['fbfmc', 'fbfbm', 'fbffzrxm', 'lxdh', 'fbfdz'] as const

interface IssuerProps {
  value?: string
  editable: boolean
  /** something of this issuer is chosen, which another one clears */
  held: boolean
  onChange(fbfbm: string | undefined): void
}
/** The issuer of a case, and what it lacks before it can be party to a contract. */
export function Issuer({ value, editable, held, onChange }: IssuerProps) {
  const { say } = useSay()
  const ask = useAsk()
  const check = useQuery({
    queryKey: queryKeyOf('fbf', 'complete', value),
    enabled: editable && !!value,
    retry: false,
    queryFn: () => api.post<{ ok: boolean; missing: string[] }>('yw-accept/business/checkFbfInfo', { fbfbm: value }, undefined, { quiet: true }),
  })
  const known = useQuery({
    queryKey: queryKeyOf('fbf', 'named', value),
    enabled: !editable && !!value,
    retry: false,
    queryFn: () => api.get<AnyRow>('base-qssj/fbf/detail', { fbfbm: value }, { quiet: true }),
  })
  const choose = async (code: string | undefined) => {
    if (held && code !== value && !(await ask(words.issuerGiven))) return
    onChange(code)
  }
  return (
    <>
      {editable ? (
        <div data-field="fbfbm" style={{ maxWidth: 560 }}>
          <FbfPicker first value={value} onChange={(v) => void choose(v)} />
        </div>
      ) : (
        known.data && <Facts of={fbf} names={SHOWN} row={known.data} />
      )}
      {check.data && !check.data.ok && (
        <CaseBlocker field="fbfbm" style={{ marginTop: 8 }} title={say(words.issuerLacks)} description={check.data.missing.join('、')} />
      )}
    </>
  )
}
