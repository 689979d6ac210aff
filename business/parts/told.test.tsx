// @vitest-environment happy-dom
// What a person meets beside the fields: who is asked for a letter, what only shows closes by Escape, and the first input of an acceptance has a name.
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Form } from 'antd'
import axe from 'axe-core'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../../kit/web/i18n.web.ts'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { signIn, type TokenAnswer } from '../../kit/web/session.web.ts'
import { around } from '../../platform/parts/testing.ts'
import { pageFetch } from '../../services/camera/testing.server.ts'
import { PreviewDialog } from '../../services/files/preview/PreviewDialog.web.tsx'
import { useApplicant } from '../cases/web/form/applicant.web.ts'
import { Issuer } from './Issuer.web.tsx'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import type { Form as Sent } from '../cases/definitions/business.ts'
import { PendingCard, PendingChanges } from '../cases/web/pending.web.tsx'
import { memberForm, MembersTable, memberRowsOf, pastedMembers } from './MembersTable.web.tsx'

beforeEach(() => {
  signIn({ mark: 'm', expires_in: 3600, tenant_id: '000000', account: 'village', real_name: '村级经办' } as TokenAnswer)
  vi.stubGlobal('fetch', pageFetch({ dictionary: () => [], fbf: () => ({ records: [], total: 0 }) }, []))
})
afterEach(() => {
  cleanup()
  setLang('zh')
  vi.unstubAllGlobals()
})
const nothing = () => undefined

test('the issuer of a case has a name that a screen reader tells, in either language', async () => {
  for (const [lang, name] of [
    ['zh', '发包方'],
    ['en', 'Contracting party'],
  ] as const) {
    setLang(lang)
    const { container } = render(<Issuer value={undefined} editable held={false} onChange={nothing} />, { wrapper: around })
    screen.getByRole('combobox', { name })
    const { violations } = await axe.run(container, { runOnly: ['label', 'aria-input-field-name', 'select-name', 'button-name'] })
    expect(violations.map((v) => v.id)).toEqual([])
    cleanup()
  }
})

test('the name of a member stays in sight wherever the table is moved to', () => {
  const son = { id: '1', cyxm: '小雨', cyxb: '1', yhzgx: '20', cyzjlx: '1', cyzjhm: '', sfgyr: '1' }
  render(<MembersTable before={[]} after={[son]} may={() => false} onSet={nothing} faults={[]} />, { wrapper: around })
  const head = screen.getByRole('columnheader', { name: '成员姓名' })
  expect(head.className).toMatch(/cell-fix/)
  expect(screen.getByRole('columnheader', { name: '成员性别' }).className).not.toMatch(/cell-fix/)
})

test('Escape closes the dialog of a file, which only shows it, and none in which something may be typed', async () => {
  const closed = vi.fn()
  vi.stubGlobal('fetch', async () => new Response('%PDF-', { headers: { 'content-type': 'application/pdf' } }))
  render(<PreviewDialog path="dzzw/preview-contractanddksyt-file" query={{ cbhtbm: '1' }} title="承包合同（PDF）" onClose={closed} />, { wrapper: around })
  const shown = await screen.findByRole('dialog')
  fireEvent.keyDown(shown, { key: 'Escape', code: 'Escape', keyCode: 27 })
  await waitFor(() => expect(closed).toHaveBeenCalledTimes(1))
  cleanup()
  const kept = vi.fn()
  render(
    <Dialog open title="修改" onCancel={kept}>
      <input aria-label="名称" />
    </Dialog>,
    { wrapper: around },
  )
  fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape', code: 'Escape', keyCode: 27 })
  expect(kept).not.toHaveBeenCalled()
})

test('another party who applies in his own name is no agent: his number and phone are known, and no letter is asked; a stranger is one', async () => {
  let is = {} as ReturnType<typeof useApplicant>
  let base = {} as ReturnType<typeof Form.useForm>[0]
  function Shown() {
    ;[base] = Form.useForm()
    is = useApplicant(base, 'change_transfer')
    return (
      <Form form={base}>
        {['obligeName', 'obligeIdType', 'obligeIdCard', 'obligePhone', 'obligeAddress', 'businessName'].map((n) => (
          <Form.Item key={n} name={n}>
            <input />
          </Form.Item>
        ))}
      </Form>
    )
  }
  render(<Shown />, { wrapper: around })
  const known = () => [is.isAgent, base.getFieldValue('obligeIdCard'), base.getFieldValue('obligePhone')]
  act(() => is.follow({ cbfmc: '程水飞', cbfzjlx: '1', cbfzjhm: '5120*********965X', lxdh: '139****0001' }))
  await waitFor(() => expect(known()).toEqual([false, '5120*********965X', '139****0001']))
  const name = (v: string) => act(() => base.setFieldValue('obligeName', v))
  name('孟小雨')
  await waitFor(() => expect(known()).toEqual([true, undefined, undefined]))
  act(() => is.party('cbfZr', { cbfmc: '孟小雨', cbfzjlx: '1', cbfzjhm: '5120*********0044', lxdh: '139****0002' }))
  await waitFor(() => expect(known()).toEqual([false, '5120*********0044', '139****0002']))
  expect(is.fixed).toEqual(['obligeIdType', 'obligeIdCard', 'obligePhone'])
  // another receiver is chosen: who applies is a stranger now
  act(() => is.party('cbfZr', {}))
  await waitFor(() => expect(is.isAgent).toBe(true))
  name('程水飞')
  await waitFor(() => expect(known()).toEqual([false, '5120*********965X', '139****0001']))
})

test('members of a form are found in the register by their row: of two whose masked numbers are alike neither stands for the other', () => {
  const before = [
    { id: '1', cyxm: '许明林', cyzjhm: '512***********9895' },
    { id: '2', cyxm: '许全军', cyzjhm: '512***********9895' },
  ] as AnyRow[]
  const seen = (after: Sent[]) => memberRowsOf(after, before).map((r) => [r.is?.cyxm ?? '-', r.was?.cyxm ?? '-'])
  expect(seen([memberForm(before[1]!), memberForm(before[0]!)])).toEqual([
    ['许全军', '许全军'],
    ['许明林', '许明林'],
  ])
  expect(seen([memberForm(before[1]!)])).toEqual([
    ['许全军', '许全军'],
    ['-', '许明林'],
  ])
  // a new line without a row is nobody of the register, whatever is masked alike; one with the whole number is who bears it
  const whole = [{ id: '3', cyxm: '王一', cyzjhm: '512021195203319895' }] as AnyRow[]
  expect(memberRowsOf([{ cyxm: '王新', cyzjhm: '512***********9895' }], before).map((r) => r.was?.cyxm)).toEqual([undefined, '许明林', '许全军'])
  expect(memberRowsOf([{ cyxm: '王壹', cyzjhm: '512021195203319895' }], whole).map((r) => r.was?.cyxm)).toEqual(['王一'])
})

test('what a form changes is listed with its step, and one press takes one of it back; who comes and who leaves is in the list', async () => {
  const before = [
    { id: '1', cyxm: '程水飞', cyxb: '1', yhzgx: '02', cyzjlx: '1', cyzjhm: '512***1', sfgyr: '1' },
    { id: '2', cyxm: '程小雨', cyxb: '2', yhzgx: '20', cyzjlx: '1', cyzjhm: '512***2', sfgyr: '1' },
  ] as unknown as AnyRow[]
  function Shown() {
    const [after, put] = useState<Sent[]>([{ ...memberForm(before[0]!), cyxm: '程水飞飞', sfgyr: '2' }, { cyxm: '孟新来' }])
    return (
      <PendingChanges>
        <MembersTable
          before={before}
          after={after}
          may={(_n, r) => !!r.is}
          onSet={(at, patch) => put((list) => list.map((m, i) => (i === at ? { ...m, ...patch } : m)))}
          faults={[]}
        />
        <PendingCard partOf={() => undefined} />
      </PendingChanges>
    )
  }
  render(<Shown />, { wrapper: around })
  const listed = async () =>
    within(await screen.findByTestId('pending'))
      .getAllByRole('button')
      .map((b) => b.getAttribute('aria-label') ?? b.textContent)
  const [name, coOwner] = ['成员姓名 1', '是否共有人 1']
  expect((await listed()).toSorted()).toEqual([name, coOwner, `恢复原值 ${name}`, `恢复原值 ${coOwner}`, '新增 孟新来', '减少 程小雨'].toSorted())
  fireEvent.click(within(screen.getByTestId('pending')).getByRole('button', { name: `恢复原值 ${name}` }))
  await waitFor(() => expect((screen.getByRole('textbox', { name }) as HTMLInputElement).value).toBe('程水飞'))
  // the other change stays
  expect((await listed()).toSorted()).toEqual([coOwner, `恢复原值 ${coOwner}`, '新增 孟新来', '减少 程小雨'].toSorted())
})

test('members that are pasted from a spreadsheet change what may be changed, and stand as new ones beyond the last', () => {
  const after: Sent[] = [{ id: '1', cyxm: '程水飞', yhzgx: '02', cyxb: '1' }]
  const rows = [
    { cyxm: '别人', cyxb: '2' },
    { cyxm: '程小雨', cyzjlx: '1', cyzjhm: '11010519491231002X' },
  ]
  expect(pastedMembers(after, 0, rows, (n) => n !== 'cyxm')).toEqual([
    { id: '1', cyxm: '程水飞', yhzgx: '02', cyxb: '2' },
    { cyzjlx: '1', sfgyr: '1', cyxm: '程小雨', cyzjhm: '11010519491231002X', cyxb: '2' },
  ])
})
