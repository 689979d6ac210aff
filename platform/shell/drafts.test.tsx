// @vitest-environment happy-dom
// A session ends while a form is filled and a program around takes the page: what was typed waits for its person, and for nobody else.
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { text } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'
import { api, CALLBACK } from '../../kit/web/client.web.ts'
import { useGuard } from '../../kit/web/dialogs.web.tsx'
import { ResourceForm } from '../../kit/web/ResourceForm.web.tsx'
import { forgetUnsaved, PageContext, signIn, type PageState, type TokenAnswer } from '../../kit/web/session.web.ts'
import { keptDrafts, useFormDraft } from './drafts.web.ts'
import { OpenByOthers } from './OpenByOthers.web.tsx'

const plot = defineResource({
  name: 'plot',
  label: '地块',
  en: 'Plot',
  path: '/base/plot',
  scope: 'tenant',
  title: 'mc',
  fields: { mc: text('名称', { en: 'Name' }), newPassword: text('密码', { en: 'Password' }) },
})
const NONE = () => null
const page: PageState = {
  key: '/land/plot',
  search: {},
  setSearch: () => {},
  visible: true,
  tables: { useLayout: () => [{}, () => {}], Views: NONE, Export: NONE, Greyed: NONE, useDraft: useFormDraft },
}
function Plot() {
  return <ResourceForm of={plot} mode="add" unsaved={useGuard()} />
}
const open = () =>
  render(
    <PageContext value={page}>
      <App>
        <Plot />
      </App>
    </PageContext>,
  )
const person = (account: string) => signIn({ mark: `m-${account}`, expires_in: 3600, tenant_id: '000000', account } as TokenAnswer)
const name = (label = '名称') => screen.getByLabelText<HTMLInputElement>(label)
let went: string[] = []
beforeEach(() => {
  went = []
  sessionStorage.clear()
  vi.spyOn(window.location, 'assign').mockImplementation((to) => void went.push(String(to)))
  vi.stubGlobal('fetch', async (url: string) =>
    // nothing is kept on the server, and the session is over for any other call
    url.includes('/basic/')
      ? new Response(JSON.stringify({ code: 200, data: null }))
      : new Response(JSON.stringify({ code: 401, msg: '请求未授权' }), { status: 401 }),
  )
  sessionStorage.setItem(CALLBACK, 'https://gov.example/back')
})
afterEach(() => {
  cleanup()
  forgetUnsaved()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
/** Types into the form as this person, until the session turns out to be over; the page is gone then. */
async function typed(account: string, said: string) {
  person(account)
  open()
  fireEvent.change(name(), { target: { value: said } })
  fireEvent.change(name('密码'), { target: { value: 'Geheim-1' } })
  await api.get('cpt-x/list').catch(() => undefined)
  cleanup()
}

test('the callback is followed, and its person is offered the draft once', async () => {
  await typed('ann', '东坡')
  expect(went).toEqual(['https://gov.example/back?type=logout'])
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Geheim')
  person('ann')
  expect(keptDrafts()?.at).toBe(window.location.pathname + window.location.search)
  open()
  fireEvent.click(await screen.findByRole('button', { name: /确\s*定/ }))
  await waitFor(() => expect(name().value).toBe('东坡'))
  expect([name('密码').value, keptDrafts()]).toEqual(['', undefined])
})

test('somebody else is offered nothing, and nothing is left', async () => {
  await typed('ann', '西沟')
  person('ben')
  open()
  expect([screen.queryByRole('button', { name: /确\s*定/ }), keptDrafts(), name().value]).toEqual([null, undefined, ''])
  person('ann')
  expect(keptDrafts()).toBeUndefined()
})

test('what was not typed, and what is left on purpose, is not kept', async () => {
  person('ann')
  open()
  await api.get('cpt-x/list').catch(() => undefined)
  person('ann')
  expect([went.length, keptDrafts()]).toEqual([1, undefined])
})

test('a record that is looked at and then changed is open all the while: it is closed once, at the end', async () => {
  person('zhang')
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://x')
    if (pathname.endsWith('/basic/presence'))
      asked.push(`${searchParams.get('id')} ${searchParams.get('editing') ?? ''}${searchParams.has('gone') ? 'gone' : ''}`)
    return new Response(JSON.stringify({ code: 200, data: [] }))
  })
  function Opened({ id, isEditing }: { id: string; isEditing: boolean }) {
    useFormDraft(undefined, { take: () => undefined, put: () => {}, record: { of: 'plot', id, isEditing } })
    return null
  }
  const tree = (id: string, isEditing: boolean) => (
    <PageContext value={page}>
      <App>
        <Opened id={id} isEditing={isEditing} />
      </App>
    </PageContext>
  )
  const { rerender, unmount } = render(tree('7', false))
  rerender(tree('7', true))
  await waitFor(() => expect(asked).toEqual(['7 ', '7 1']))
  rerender(tree('8', true))
  unmount()
  await waitFor(() => expect(asked.toSorted()).toEqual(['7 ', '7 1', '7 gone', '8 1', '8 gone']))
})

test('who opens a record that has no form of its own sees who else has it open, and nothing where nobody does', async () => {
  person('zhang')
  let others: { name: string; isEditing: boolean }[] = [{ name: '镇级经办二', isEditing: true }]
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 200, data: others })))
  const shown = () => (
    <PageContext value={page}>
      <App>
        <OpenByOthers of="business" id="7" isEditing />
      </App>
    </PageContext>
  )
  const { unmount } = render(shown())
  expect(await screen.findByText('镇级经办二正在编辑')).toBeTruthy()
  unmount()
  others = []
  const { container } = render(shown())
  await waitFor(() => expect(container.querySelector('[data-kind=present]')).toBeNull())
})
