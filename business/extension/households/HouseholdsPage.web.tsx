import { useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Radio, Segmented, Tag, Typography } from 'antd'
import { useState, type ReactNode } from 'react'
import { dict, labelOf } from '../../../kit/model/field.ts'
import { both, type Text } from '../../../kit/model/lang.ts'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { today } from '../../../kit/web/clock.web.ts'
import { defaultCommands, type RowCommand, type ToolCommand } from '../../../kit/web/commands.web.tsx'
import { Dialog, useToast } from '../../../kit/web/dialogs.web.tsx'
import { download } from '../../../kit/web/download.web.ts'
import { DictInput } from '../../../kit/web/inputs.web.tsx'
import { usePageState } from '../../../kit/web/session.web.ts'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { extension_household, YB } from '../../../land/definitions/extension.ts'
import { TagsOf } from '../../../land/cbf/Tags.web.tsx'
import { HouseholdPapers } from '../../../land/cbf/HouseholdPapers.web.tsx'
import { LAND_FORMS } from '../../../land/parts/land-form-names.ts'
import { LAND_FORM_AT, landFormCommand, landFormTool } from '../../../land/parts/land-forms.web.ts'
import { useIssuerColumn, useOwnColumns } from '../../../land/parts/columns.web.tsx'
import { ResourcePage } from '../../../platform/list/ResourcePage.web.tsx'
import { FormDialog } from '../../../platform/parts/FormDialog.web.tsx'
import { extensionList } from './list.ts'
import type { HouseholdActs } from './survey.ts'
import { SurveyForm } from './SurveyForm.web.tsx'
import { extensionWords } from './words.ts'
import { ZT } from '../../../land/definitions/statuses.ts'

const AT = extensionList.path.slice(1)
const REASON_TAG = dict('原因类别', 'household_tag', { en: 'Kind of reason' })
/** How a state looks beside its word. */
const COLOUR: Readonly<Record<string, string>> = {
  [YB.survey]: 'processing',
  [YB.surveyed]: 'processing',
  [YB.publicity]: 'processing',
  [YB.toSign]: 'warning',
  [YB.signed]: 'success',
  [YB.certified]: 'success',
  [YB.left]: 'default',
  [YB.postponed]: 'error',
}
const codesOf = (rows: readonly AnyRow[]): string => rows.map((r) => String(r.cbfbm)).join(',')
interface Begun {
  businessIds: string[]
  households: number
  left: { cbfbm: string; cbfmc: string; reason: string }[]
}
interface Aside {
  rows: readonly AnyRow[]
  kind: 'leave' | 'postpone' | 'back'
  reload(): unknown
}

/** Whether an act is possible with a household, and else why not: the list says it, and the screen judges nothing. */
const may =
  (act: keyof HouseholdActs) =>
  (r: AnyRow): true | Text => {
    // the server says it in the language of the page
    const why = (r.acts as HouseholdActs | undefined)?.[act]
    return why ? { zh: why, en: why } : true
  }
/** Of several: the first with which it is not, and why. */
const mayAll =
  (act: keyof HouseholdActs) =>
  (rows: readonly AnyRow[]): true | Text => {
    const first = rows.find((r) => may(act)(r) !== true)
    const why = first ? may(act)(first) : true
    return why === true ? true : { zh: `【${first!.cbfmc}】${why.zh}`, en: `${first!.cbfmc}: ${why.en}` }
  }
const isHeld = (r: AnyRow): boolean => may('back')(r) === true

/** The states as tabs, each with its number under the filters that stand in the address. */
function Tabs() {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const { choices } = useDict('yb_status')
  const { ybStatus = '', open: _, id: __, current: ___, size: ____, ...filters } = search
  const { data } = useQuery({
    queryKey: queryKeyOf(extensionList, 'page', 'count', filters),
    retry: false,
    queryFn: () => api.get<{ total: number; status: Record<string, number> }>(`${AT}/count`, filters as Record<string, string>, { quiet: true }),
  })
  const options = [
    { value: '', label: `${say(extensionWords.all)} ${data?.total ?? ''}` },
    ...choices.map((c) => ({ value: c.value, label: `${c.label} ${data?.status[c.value] ?? ''}` })),
  ]
  return (
    <div style={{ overflowX: 'auto', marginBottom: 8 }}>
      <Segmented
        value={options.some((o) => o.value === ybStatus) ? ybStatus : ''}
        options={options}
        onChange={(v) => setSearch({ ybStatus: String(v) || undefined, current: undefined })}
      />
    </div>
  )
}

/** What a household declares: of one, of the chosen ones, or of a region. */
const DECLARATIONS = ['give-up', 'mandate', 'extinct'] as const

/** The columns of the list: its own, with the state in its colour, and what stands beside them. */
function useHouseholdColumns() {
  const { say } = useSay()
  const own = useOwnColumns(extensionList)
  const issuer = useIssuerColumn()
  const state = own.map((c) =>
    c.key === 'ybStatus'
      ? { ...c, render: (v: unknown, r: AnyRow, i: number) => <Tag color={COLOUR[String(v)] ?? 'default'}>{c.render?.(v, r, i) as ReactNode}</Tag> }
      : c,
  )
  return [
    ...state,
    { key: 'tags', title: say(extensionWords.tags), width: 150, render: (_: unknown, r: AnyRow) => <TagsOf row={r} /> },
    {
      key: 'lacks',
      title: say(extensionWords.lacks),
      width: 160,
      render: (_: unknown, r: AnyRow) => ((r.lacks as string[])?.length ? (r.lacks as string[]).join('、') : say(extensionWords.complete)),
    },
    { key: 'wentTo', title: say(extensionWords.wentTo), width: 180, render: (_: unknown, r: AnyRow) => (r.wentTo as string[])?.join('、') || '—' },
    issuer,
  ]
}

/** 延包农户: where each stands, its survey, and the start of its extension. Source: screens.md D1. */
export default function HouseholdsPage() {
  const { say } = useSay()
  const { search } = usePageState()
  const [aside, setAside] = useState<Aside>()
  const [starting, setStarting] = useState<{ rows: readonly AnyRow[]; reload(): unknown }>()
  const [begun, setBegun] = useState<Begun>()
  const [papers, setPapers] = useState<string>()
  const [isSampling, setSampling] = useState(false)
  const { row } = defaultCommands(extensionList)
  const known = useDict('household_tag').choices
  const tags = { tag: { label: extensionWords.tags, choices: known.map((c) => ({ value: c.value, label: both(c.label, c.label) })) } }
  const columns = useHouseholdColumns()
  const mark = (kind: 'leave' | 'postpone'): RowCommand => ({
    key: kind,
    label: extensionWords[kind],
    perm: 'extension_household_edit',
    when: (r) => (isHeld(r) ? false : may('aside')(r)),
    run: (r, t) => setAside({ rows: [r], kind, reload: t.reload }),
  })
  const rowCommands: RowCommand[] = [
    { ...row.edit, label: extensionWords.survey, when: may('survey') },
    row.view,
    { key: 'start', label: extensionWords.startOne, perm: 'business_add', when: may('start'), run: (r, t) => setStarting({ rows: [r], reload: t.reload }) },
    mark('leave'),
    mark('postpone'),
    {
      key: 'back',
      label: extensionWords.back,
      perm: 'extension_household_edit',
      when: isHeld,
      run: (r, t) => setAside({ rows: [r], kind: 'back', reload: t.reload }),
    },
    { key: 'papers', label: extensionWords.papers, perm: 'attach_view', when: (r) => r.zt === ZT.valid, run: (r) => setPapers(r.id) },
    ...DECLARATIONS.map((form) => landFormCommand(form)),
    { key: 'sample', label: extensionWords.sample, run: (r) => download(`${AT}/example/download`, { cbfbms: String(r.cbfbm) }) },
  ]
  const check = landFormTool('check', search.regionCode, extensionWords.noRegion)
  const toolCommands: ToolCommand[] = [
    {
      key: 'start',
      label: extensionWords.start,
      perm: 'business_add',
      primary: true,
      when: mayAll('start'),
      run: (rows, t) => setStarting({ rows, reload: t.reload }),
    },
    { key: 'sample', label: extensionWords.sample, run: (rows) => download(`${AT}/example/download`, rows.length ? { cbfbms: codesOf(rows) } : {}) },
    ...DECLARATIONS.map((form) => landFormTool(form, search.regionCode, extensionWords.noRegion)),
    // those that are chosen, else by chance out of the region
    { ...check, run: (rows, t) => (rows.length ? check.run(rows, t) : setSampling(true)) },
    ...(['leave', 'postpone', 'back'] as const).map((kind): ToolCommand => ({
      key: kind,
      label: extensionWords[kind],
      perm: 'extension_household_edit',
      needsRows: true,
      when: mayAll(kind === 'back' ? 'back' : 'aside'),
      run: (rows, t) => setAside({ rows, kind, reload: t.reload }),
    })),
  ]
  return (
    <>
      <ResourcePage
        of={extensionList}
        above={<Tabs />}
        choices={tags}
        columns={columns}
        rowCommands={rowCommands}
        toolCommands={toolCommands}
        panel="drawer"
        form={(p) => <SurveyForm {...p} />}
      />
      {papers && <HouseholdPapers id={papers} onClose={() => setPapers(undefined)} />}
      {isSampling && <SampleDialog regionCode={search.regionCode ?? ''} onClose={() => setSampling(false)} />}
      {aside && <AsideDialog {...aside} onClose={() => setAside(undefined)} />}
      {starting && <StartDialog {...starting} regionCode={search.regionCode} onBegun={setBegun} onClose={() => setStarting(undefined)} />}
      {begun && (
        <Dialog open shows title={say(extensionWords.started(begun.businessIds.length, begun.households))} onCancel={() => setBegun(undefined)}>
          <Typography.Paragraph>{say(extensionWords.leftOut)}</Typography.Paragraph>
          <ul>
            {begun.left.map((l) => (
              <li key={l.cbfbm}>
                {l.cbfbm} {l.cbfmc}：{l.reason}
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
}

/** Asks how many households of a region are drawn by chance for the sample check, and by which number they are drawn again. */
function SampleDialog({ regionCode, onClose }: { regionCode: string; onClose(): void }) {
  const { say } = useSay()
  const print = (v: Record<string, unknown>) => download(LAND_FORM_AT, { form: 'check', regionCode, sample: String(v.sample), seed: String(v.seed) })
  return (
    <FormDialog title={LAND_FORMS.check.title} initial={{ sample: 10, seed: today().replaceAll('-', '') }} onSubmit={print} onClose={onClose}>
      <Form.Item name="sample" label={say(extensionWords.sampleSize)} rules={[{ required: true, message: say(extensionWords.sampleSize) }]}>
        <InputNumber min={1} max={200} precision={0} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item
        name="seed"
        label={say(extensionWords.seed)}
        extra={say(extensionWords.seedHint)}
        rules={[{ required: true, whitespace: true, message: say(extensionWords.seed) }]}
      >
        <Input maxLength={20} />
      </Form.Item>
    </FormDialog>
  )
}
/** Why households are not extended, postponed, or taken back. */
function AsideDialog({ rows, kind, reload, onClose }: Aside & { onClose(): void }) {
  const { say } = useSay()
  const send = (v: Record<string, unknown>) =>
    kind === 'back'
      ? api.post(`${AT}/take-back`, { cbfbms: codesOf(rows), reason: v.reason })
      : api.post(`${AT}/set-aside`, {
          cbfbms: codesOf(rows),
          ybStatus: kind === 'leave' ? YB.left : YB.postponed,
          reasonTag: v.reasonTag,
          reason: v.reason,
          decider: v.decider,
        })
  return (
    <FormDialog title={extensionWords[kind]} about={codesOf(rows).toString()} onSubmit={(v) => send(v).then(reload)} onClose={onClose}>
      {kind !== 'back' && (
        <Form.Item
          name="reasonTag"
          label={say(extensionWords.reasonTag)}
          rules={kind === 'leave' ? [{ required: true, message: say(extensionWords.askReasonTag) }] : []}
        >
          <DictInput field={REASON_TAG} />
        </Form.Item>
      )}
      {kind === 'postpone' && (
        <Form.Item name="decider" label={say(labelOf(extension_household.fields.decider))} extra={say(extensionWords.disputeHint)}>
          <Input maxLength={100} />
        </Form.Item>
      )}
      <Form.Item name="reason" label={say(extensionWords.reason)} rules={[{ required: true, whitespace: true, message: say(extensionWords.askReason) }]}>
        <Input.TextArea maxLength={254} showCount rows={3} />
      </Form.Item>
    </FormDialog>
  )
}

interface StartProps {
  rows: readonly AnyRow[]
  regionCode: string | undefined
  reload(): unknown
  onBegun(b: Begun): void
  onClose(): void
}
/** Begins the extension of the selected households, or of all that are ready. */
function StartDialog({ rows, regionCode, reload, onBegun, onClose }: StartProps) {
  const { say } = useSay()
  const toast = useToast()
  const begin = async (v: Record<string, unknown>) => {
    const of = rows.length ? { cbfbms: codesOf(rows) } : regionCode ? { regionCode } : {}
    const made = await api.post<Begun>(`${AT}/start`, { ...of, as: v.as })
    toast.done(extensionWords.started(made.businessIds.length, made.households))
    if (made.left.length) onBegun(made)
    await reload()
  }
  return (
    <FormDialog title={extensionWords.startTitle} initial={{ as: '1' }} onSubmit={begin} onClose={onClose}>
      <Typography.Paragraph type="secondary">{say(extensionWords.startHint)}</Typography.Paragraph>
      <Form.Item name="as" label={say(extensionWords.startAs)}>
        <Radio.Group
          options={[
            { value: '1', label: say(extensionWords.together) },
            { value: '2', label: say(extensionWords.each) },
          ]}
        />
      </Form.Item>
    </FormDialog>
  )
}
