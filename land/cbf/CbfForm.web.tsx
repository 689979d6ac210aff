import { ConfigProvider, Form, Spin, Tabs } from 'antd'
import { useMemo, useState, type ComponentType, type ReactNode } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { FormItems, groupsOf, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { CardButton } from '../../services/camera/CardButton.web.tsx'
import { History, words as historyWords } from '../parts/History.web.tsx'
import { FbfItem, LandForm } from '../parts/LandForm.web.tsx'
import { LockedNote, useLocked } from '../parts/Locked.web.tsx'
import { words } from '../definitions/words.ts'
import { RestrictionsOf } from '../restriction/RestrictionsOf.web.tsx'
import { words as restrictionWords } from '../restriction/words.ts'
import { cbf } from '../definitions/cbf.ts'
import { jtcy } from '../definitions/jtcy.ts'
import { CbfFiles } from './CbfFiles.web.tsx'
import { CbfPapers } from './CbfPapers.web.tsx'
import { CbfParcels } from './CbfParcels.web.tsx'
import { Members } from './Members.web.tsx'
import { CARD_OF_CBF, CBFLX } from '../definitions/household.ts'

const groups = groupsOf(cbf).map((g) => ({ key: g.key, names: g.names.filter((n) => n !== 'fbfbm' && n !== 'cbfcysl') }))
const tabOf = (field: (string | number)[]): string =>
  field[0] === 'jtcyList' ? 'members' : (groups.find((g) => g.names.includes(String(field[0])))?.key ?? 'base')

/** What a room above knows of a contractor, by its code; for those who have the button. */
export interface CbfTab {
  key: string
  label: Text
  perm: string
  of: ComponentType<{ cbfbm: string }>
}
/** A contractor with its household, what the register holds of it, and what is known of it elsewhere. Source: screens.md B2. */
export function CbfForm({ tabs = [], ...props }: ResourceFormProps & { tabs?: readonly CbfTab[] }) {
  const { mode, row } = props
  const { say } = useSay()
  const { can } = useSession()
  const { search } = usePageState()
  const [form] = Form.useForm()
  const [tab, setTab] = useState('base')
  const type = Form.useWatch('cbflx', form) ?? row?.cbflx ?? CBFLX.household
  const household = type === CBFLX.household
  const changed = () => props.unsaved?.set(true)
  const view = mode === 'view'
  const locked = useLocked(cbf, props)
  // an organisation alone has a name beside its representative's
  const shown = (key: string) => groups.find((g) => g.key === key)!.names.filter((n) => n !== 'dwmc' || type === CBFLX.organisation)
  const fields = (key: string) => <FormItems of={locked.of} only={shown(key)} disabled={view} loaded={row} />
  const own = ['contract', 'survey', 'publicity'].map((key) => ({ key, label: say(cbf.groups![key]!), forceRender: true, children: fields(key) }))
  const free = (node: ReactNode) => <ConfigProvider componentDisabled={false}>{node}</ConfigProvider>
  const known =
    mode === 'add'
      ? []
      : [
          { key: 'parcels', label: say(words.parcels), children: free(<CbfParcels cbfbm={String(row?.cbfbm)} />) },
          { key: 'papers', label: say(words.papers), children: free(<CbfPapers cbfbm={String(row?.cbfbm)} />) },
          ...(can('restriction_view')
            ? [
                {
                  key: 'restrictions',
                  label: say(restrictionWords.restrictions),
                  children: free(<RestrictionsOf code={String(row?.cbfbm)} asOf={search.asOf} />),
                },
              ]
            : []),
          ...tabs.flatMap(({ key, label, perm, of: Of }) => (can(perm) ? [{ key, label: say(label), children: free(<Of cbfbm={String(row?.cbfbm)} />) }] : [])),
          { key: 'files', label: say(words.files), children: free(<CbfFiles id={String(row?.id)} />) },
          { key: 'history', label: say(historyWords.history), children: free(<History of={cbf} code="cbfbm" value={String(row?.cbfbm)} />) },
        ]
  // what came without a remark is proposed to have none; the same object, so that what is typed stays
  const proposed = useMemo(
    () =>
      mode === 'edit' && !locked.isLocked && row ? { ...row, jtcyList: ((row.jtcyList ?? []) as AnyRow[]).map((m) => ({ ...m, cybz: m.cybz ?? '0' })) } : row,
    [mode, locked.isLocked, row],
  )
  if (locked.isLoading) return <Spin />
  return (
    <LandForm
      {...props}
      {...(proposed ? { row: proposed } : {})}
      of={locked.of}
      lines={{ jtcyList: jtcy }}
      form={form}
      onWrong={(f) => setTab(tabOf(f))}
      also={(v) => (locked.isLocked ? {} : { jtcyList: household ? (v.jtcyList ?? []) : [] })}
    >
      <LockedNote standing={locked.standing} code={row?.cbfbm} own={['cbf', row?.cbfbm]} />
      <Tabs
        // all of them stand in one row, in English too: what is behind "more" is not found
        tabBarGutter={12}
        style={{ marginBottom: 16 }}
        activeKey={tab}
        onChange={setTab}
        items={[
          {
            key: 'base',
            label: say(cbf.groups!.base!),
            forceRender: true,
            children: (
              <>
                <FbfItem of={cbf} fixed={mode !== 'add'} />
                {!view && !locked.isLocked && type !== CBFLX.organisation && <CardButton of={cbf} fields={CARD_OF_CBF} onFilled={changed} />}
                {fields('base')}
              </>
            ),
          },
          {
            key: 'members',
            label: say(words.members),
            forceRender: true,
            children: <Members household={household} view={view || locked.isLocked} loaded={row?.jtcyList as AnyRow[] | undefined} onFilled={changed} />,
          },
          ...own,
          ...known,
        ]}
      />
    </LandForm>
  )
}
