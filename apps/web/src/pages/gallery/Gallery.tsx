import { Alert, Button, Flex, Form, Segmented, Typography } from 'antd'
import { useState, type ReactNode } from 'react'
import type { Text } from '../../../../../kit/model/lang.ts'
import { useAsk } from '../../../../../kit/web/ask.web.ts'
import type { AnyRow } from '../../../../../kit/web/calls.web.ts'
import { Commands, type RowCommand, type ToolCommand, type Tools } from '../../../../../kit/web/commands.web.tsx'
import { Dialog, Foot, useToast } from '../../../../../kit/web/dialogs.web.tsx'
import { setLang } from '../../../../../kit/web/i18n.web.ts'
import type { ListState } from '../../../../../kit/web/list-state.web.ts'
import { phrases } from '../../../../../kit/web/phrases.ts'
import { FormItems, groupsOf } from '../../../../../kit/web/ResourceForm.web.tsx'
import { columnsOf, ResourceTable } from '../../../../../kit/web/ResourceTable.web.tsx'
import { Marked } from '../../../../../kit/web/Table.web.tsx'
import { SidePanel } from '../../../../../kit/web/SidePanel.web.tsx'
import { useSay } from '../../../../../kit/web/words.web.ts'
import { cbf } from '../../../../../land/definitions/cbf.ts'
import { RowCards } from '../../../../../platform/list/Cards.web.tsx'
import { FiltersRow } from '../../../../../platform/list/Filters.web.tsx'
import { SelectionBar } from '../../../../../platform/list/SelectionBar.web.tsx'
import { LoadFailed } from '../../../../../platform/parts/LoadFailed.web.tsx'
import { SteadyForm } from '../../../../../platform/parts/SteadyForm.web.tsx'
import { CodeText, RecordHead } from '../../../../../platform/record/Head.web.tsx'
import { GroupedValues, RecordPart, RecordValues } from '../../../../../platform/record/Values.web.tsx'
import { AxesChart, COLOURS } from '../../../../../views/home/Chart.web.tsx'
import { galleryWords as words } from './words.ts'
import '../../../../../platform/list/list.css'
import '../../../../../platform/record/record.css'

/** Households that nobody has. */
const ROWS: AnyRow[] = ['赵春生', '钱秋菊', '孙长河'].map((cbfmc, i) => ({
  id: String(i + 1),
  cbfbm: `99000000000000000${i + 1}`,
  cbfmc,
  cbflx: '1',
  cbfcysl: i + 2,
  lxdh: '139****0000',
  cbfdz: `示例村${i + 1}组`,
  cbfdcrq: '2026-03-02',
}))
const [FIRST] = ROWS as [AnyRow]
const SHOWN = ['cbfmc', 'cbfbm', 'cbflx', 'cbfcysl', 'lxdh']
const LAYOUT = { layout: 'vertical' } as const
const nothing = async () => undefined
const TOOLS: Tools = { open: () => undefined, remove: nothing, reload: nothing }
const ROW_ACTS: RowCommand[] = [
  { key: 'view', label: phrases.view, run: () => undefined },
  { key: 'edit', label: phrases.edit, run: () => undefined, when: () => words.hinder },
]
const BAR: ToolCommand[] = [{ key: 'export', label: phrases.view, needsRows: true, run: () => undefined }]

function Section({ title, children }: { title: Text; children: ReactNode }) {
  const { say } = useSay()
  return (
    <section aria-label={say(title)}>
      <Typography.Title level={4}>{say(title)}</Typography.Title>
      {children}
    </section>
  )
}

/** The head of a record, and its values. */
function Records() {
  const { say } = useSay()
  const facts = [
    { key: 'members', label: say(words.members), value: FIRST.cbfcysl },
    { key: 'left', label: say(words.left), value: '0.8', note: say(words.soon), tone: 'warning' as const },
  ]
  return (
    <>
      <Section title={words.head}>
        <RecordHead
          title={FIRST.cbfmc}
          code={FIRST.cbfbm}
          signs={(['success', 'processing', 'warning', 'error', 'default'] as const).map((tone) => ({ key: tone, text: say(words.valid), tone }))}
          facts={facts}
          hinders={[{ key: 'term', text: say(words.hinder), act: <CodeText of={FIRST.cbfbm} /> }]}
          acts={<Commands of={ROW_ACTS} on={FIRST} tools={TOOLS} />}
        />
      </Section>
      <Section title={words.values}>
        <RecordPart title={say(words.members)}>
          <RecordValues of={cbf} row={FIRST} only={SHOWN} />
        </RecordPart>
        <GroupedValues of={cbf} row={FIRST} without={['fbfbm']} />
      </Section>
    </>
  )
}

/** A list: what narrows it, its rows in a table and as cards, what is selected, and what stands where there are none. */
function Lists() {
  const { say, lang } = useSay()
  const [filters, setFilters] = useState<Record<string, string>>({ cbfmc: '赵', lxdh: '139' })
  const [state, setState] = useState<ListState>({ current: 1, size: 10, filters: {} })
  const [selected, select] = useState<readonly AnyRow[]>(ROWS.slice(0, 2))
  const columns = columnsOf(cbf, lang, state).filter((c) => SHOWN.includes(c.key))
  const page = { records: ROWS, total: ROWS.length, size: 10, current: 1, pages: 1 }
  const onState = ({ open: _, ...patch }: Parameters<typeof ResourceTable>[0]['onState'] extends (p: infer P) => void ? P : never) =>
    setState((s) => ({ ...s, ...patch }))
  const table = { of: cbf, state, onState, columns }
  const acts = (row: AnyRow) => <Commands of={ROW_ACTS} on={row} tools={TOOLS} size="small" type="link" />
  return (
    <>
      <Section title={words.filters}>
        <FiltersRow of={cbf} filters={filters} without={['fbfbm', 'regionCode']} choices={{}} expressed={false} onSearch={setFilters} />
      </Section>
      <Section title={words.table}>
        <Marked selected={selected} onSelect={select}>
          <ResourceTable {...table} page={page} selects actions={acts} />
        </Marked>
      </Section>
      <Section title={words.selected}>
        <SelectionBar
          of={cbf}
          on={{ rows: selected }}
          total={ROWS.length}
          onAll={async () => select(ROWS)}
          commands={BAR}
          tools={TOOLS}
          exported={undefined}
          onClear={() => select([])}
        />
      </Section>
      <Section title={words.cards}>
        <RowCards page={page} columns={columns} nameOf={(row) => String(row.cbfmc)} actions={acts} onPage={() => undefined} />
      </Section>
      <Section title={words.empty}>
        <ResourceTable {...table} page={{ ...page, records: [], total: 0, pages: 0 }} />
        <LoadFailed error={new Error(say(words.fault))} onRetry={nothing} />
      </Section>
    </>
  )
}

/** Dialogs, panels, questions and what is told in passing. */
function Dialogs() {
  const { say } = useSay()
  const ask = useAsk()
  const toast = useToast()
  const [open, setOpen] = useState<'dialog' | 'panel'>()
  const close = () => setOpen(undefined)
  return (
    <Section title={words.dialogs}>
      <Flex gap="small" wrap>
        <Button onClick={() => setOpen('panel')}>{say(words.panel)}</Button>
        <Button onClick={() => void ask(words.sure).then((yes) => yes && toast.done())}>{say(words.ask)}</Button>
        <Button type="primary" onClick={() => setOpen('dialog')}>
          {say(words.dialog)}
        </Button>
      </Flex>
      {(['success', 'info', 'warning', 'error'] as const).map((type) => (
        <Alert key={type} type={type} showIcon title={say(words.hinder)} />
      ))}
      <Dialog open={open === 'dialog'} title={say(words.dialog)} onCancel={close}>
        <p>{say(words.hint)}</p>
        <Foot onCancel={close} note={say(words.valid)}>
          <Button type="primary" onClick={close}>
            {say(phrases.ok)}
          </Button>
        </Foot>
      </Dialog>
      <SidePanel open={open === 'panel'} title={say(words.panel)} onClose={close}>
        {say(words.hint)}
      </SidePanel>
    </Section>
  )
}

/** Every part that screens are made of, with made-up data; asks the server for nothing but the words of dictionaries. */
export default function Gallery() {
  const { say, lang } = useSay()
  const [form] = Form.useForm()
  return (
    <Flex vertical gap="large">
      <Flex justify="space-between" align="start" gap="middle" wrap>
        <div>
          <Typography.Title level={3}>{say(words.title)}</Typography.Title>
          <Typography.Paragraph type="secondary">{say(words.hint)}</Typography.Paragraph>
        </div>
        <Segmented
          value={lang}
          options={[
            { value: 'zh', label: '中文' },
            { value: 'en', label: 'English' },
          ]}
          onChange={setLang}
        />
      </Flex>
      <Records />
      <Lists />
      <Section title={words.form}>
        <SteadyForm form={form} name="gallery" {...LAYOUT} initialValues={FIRST}>
          <FormItems of={cbf} only={groupsOf(cbf)[0]!.names.filter((n) => n !== 'fbfbm')} />
        </SteadyForm>
      </Section>
      <Dialogs />
      <Section title={words.chart}>
        <AxesChart
          label={say(words.contracts)}
          names={ROWS.map((r) => String(r.cbfdz))}
          series={[
            { name: say(words.contracts), data: [31, 24, 18], color: COLOURS.green },
            { name: say(words.expiring), data: [4, 9, 2], color: COLOURS.gold },
          ]}
        />
      </Section>
    </Flex>
  )
}
