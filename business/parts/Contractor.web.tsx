import { useQuery } from '@tanstack/react-query'
import { Alert, Flex, Form, Radio, Spin, Typography } from 'antd'
import { useEffect, useMemo } from 'react'
import type { Page } from '../../kit/model/page.ts'
import { ClearSelect } from '../../kit/web/clear.web.tsx'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { FormItems, groupsOf } from '../../kit/web/ResourceForm.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { CardButton } from '../../services/camera/CardButton.web.tsx'
import { cbf } from '../../land/definitions/cbf.ts'
import { MemberTable, Members } from '../../land/cbf/Members.web.tsx'
import { CARD_OF_CBF, CBFLX } from '../../land/definitions/household.ts'
import { searchOf, useFinder } from '../../land/parts/finder.web.ts'
import { Facts, Part } from '../cases/web/Facts.web.tsx'
import { words } from '../cases/web/words.ts'

/** The terms are the contract's, the issuer is chosen above, the number of members is counted. */
const namesBut = (...groups: readonly string[]) =>
  groupsOf(cbf)
    .filter((g) => !groups.includes(g.key))
    .flatMap((g) => g.names)
    .filter((n) => !['fbfbm', 'cbfbm', 'cbfcysl'].includes(n))
const names = namesBut('contract')
/** Of a posting nothing is known before there was one. */
const asked = namesBut('contract', 'publicity')
const SUMMARY = ['cbfbm', 'cbfmc', 'dwmc', 'cbflx', 'cbfzjhm', 'lxdh', 'cbfdz', 'djzt'] as const

interface PickerProps {
  /** whose contractors: of an issuer (`fbfbm`), or of a village (`regionCode`) */
  among: Readonly<Record<string, string>>
  value?: string
  onChange(cbfbm: string | undefined): void
}
/** Finds a contractor by name (pinyin) or code. */
function CbfPicker({ among, value, onChange }: PickerProps) {
  const { say } = useSay()
  const { hits, select } = useFinder({
    key: ['cbf', 'pick', among],
    take: onChange,
    look: async (typed) => {
      const found = await api.get<Page<AnyRow>>('base-qssj/cbf/page', { ...among, current: 1, size: 30, ...searchOf(typed, 'cbfbm', 'cbfmc') }, { quiet: true })
      return found.records.map((c) => ({ value: String(c.cbfbm), label: `${c.cbfmc} ${c.cbfbm}` }))
    },
  })
  return (
    <ClearSelect
      {...select}
      value={value}
      style={{ width: '100%', maxWidth: 560 }}
      placeholder={say(words.findContractor)}
      aria-label={say(words.contractor)}
      options={hits}
      onChange={onChange}
    />
  )
}

/** Who the contractor is: one of the register by its code, or a new one. */
export interface PartyHolder {
  fbfbm?: string
  isNew: boolean
  cbfbm?: string
}
interface ContractorProps {
  chosen: PartyHolder
  /** path of its code in the form */
  at: string
  /** every contractor of the village may be chosen, not those of the issuer alone */
  village?: boolean
  /** only a new one may be entered */
  onlyNew?: boolean
  disabled: boolean
  loaded?: Record<string, unknown>
  onChange(patch: Pick<PartyHolder, 'isNew' | 'cbfbm'> | Pick<PartyHolder, 'cbfbm'>): void
  onHolder(cbf: Record<string, unknown>): void
  /** after something was filled that nobody typed: an identity card, the head after the contractor */
  onFilled(): void
}
/** Who contracts: one the register knows, or a new one with members. The new one's form is the surrounding antd Form. */
export function Contractor({ chosen, at, village = false, onlyNew = false, disabled, loaded, onChange, onHolder, onFilled }: ContractorProps) {
  const { say } = useSay()
  const { fbfbm, isNew, cbfbm } = chosen
  const detail = useQuery({
    queryKey: queryKeyOf('cbf', 'by-code', cbfbm),
    enabled: !isNew && !!cbfbm,
    retry: false,
    queryFn: () => api.get<AnyRow>('base-qssj/cbf/detail', { cbfbm }, { quiet: true }),
  })
  const row = detail.data
  useEffect(() => {
    if (row && !disabled) onHolder(row)
  }, [row])
  const type = Form.useWatch('cbflx') as string | undefined
  const members = useMemo(() => (loaded?.jtcyList ?? []) as AnyRow[], [loaded])
  if (disabled && isNew)
    return (
      <Flex vertical gap="small">
        <Facts of={cbf} names={names} row={loaded ?? {}} more={[{ key: 'new', label: say(words.contractor), children: say(words.fresh) }]} />
        {members.length > 0 && <MemberTable rows={members} />}
      </Flex>
    )
  return (
    <>
      {!disabled && !onlyNew && (
        <Radio.Group
          value={isNew ? 'new' : 'known'}
          style={{ marginBottom: 16 }}
          optionType="button"
          onChange={(e) => onChange({ isNew: e.target.value === 'new', cbfbm: undefined })}
          options={[
            { value: 'known', label: say(words.known) },
            { value: 'new', label: say(words.fresh) },
          ]}
        />
      )}
      {!isNew && (
        <div style={{ marginBottom: 16 }}>
          {!disabled && (
            <div data-field={at}>
              <CbfPicker
                among={village ? { regionCode: fbfbm!.slice(0, 12) } : { fbfbm: fbfbm! }}
                value={cbfbm}
                onChange={(code) => onChange({ cbfbm: code })}
              />
            </div>
          )}
          {detail.error && <Alert type="error" showIcon title={detail.error.message} />}
          {detail.isFetching && !row && <Spin />}
          {row && (
            <div style={{ margin: '12px 0' }}>
              <Facts of={cbf} names={SUMMARY} row={row} />
            </div>
          )}
          {row && Array.isArray(row.jtcyList) && row.jtcyList.length > 0 && <MemberTable rows={row.jtcyList as AnyRow[]} />}
        </div>
      )}
      {isNew && (
        <>
          {type !== CBFLX.organisation && <CardButton of={cbf} fields={CARD_OF_CBF} onFilled={onFilled} />}
          <Typography.Paragraph type="secondary" style={{ marginBottom: 12 }}>
            {say(words.proposedHolder)}
          </Typography.Paragraph>
          <FormItems of={cbf} only={asked.filter((n) => n !== 'dwmc' || type === CBFLX.organisation)} loaded={loaded} />
          <Part title={say(words.members)} />
          <Members household={(type ?? CBFLX.household) === CBFLX.household} view={false} loaded={members} onFilled={onFilled} />
        </>
      )}
    </>
  )
}
