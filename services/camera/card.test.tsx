// @vitest-environment happy-dom
// An identity card read into the forms of a household, over the real simulator: what it fills, what it asks, and that nobody is asked for nothing.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App, ConfigProvider, Form, type FormInstance } from 'antd'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi, type Mock } from 'vitest'
import { startDeviceSimulator, type DeviceSimulator } from '../../apps/simulators/device.server.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { FormItems } from '../../kit/web/ResourceForm.web.tsx'
import { sessionStore } from '../../kit/web/session.web.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { Members } from '../../land/cbf/Members.web.tsx'
import { CARD_OF_CBF } from '../../land/definitions/household.ts'
import { words as land } from '../../land/definitions/words.ts'
import { CardButton } from './CardButton.web.tsx'
import { DEVICE_PORT } from './device.ts'
import { pageFetch, type PageCall } from './testing.server.ts'
import { askOverwrite, cardRead, words, wrongText } from './words.ts'
import { unstyled } from '../../tests/unstyled.ts'

unstyled()

configure({ asyncUtilTimeout: 20_000 })
let sim: DeviceSimulator
let card: DeviceSimulator['card']
beforeAll(async () => {
  sim = await startDeviceSimulator()
  card = sim.card
})
afterAll(() => sim.close())
let settings: { pluginUrl: string; port: number }
let calls: PageCall[]
let form: FormInstance
let filled: Mock<(patch: Record<string, string>) => void>
beforeEach(() => {
  Object.assign(sim, { fault: 'none', person: true, second: 10, card })
  settings = { pluginUrl: '', port: sim.port }
  calls = []
  filled = vi.fn()
  localStorage.clear()
  vi.stubGlobal('fetch', pageFetch({ settings: () => settings, dictionary: () => [] }, calls))
  sessionStore.setState({ permission: { attach_view: true } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
function Household({ values }: { values: object }) {
  const [own] = Form.useForm()
  form = own
  return (
    <Form form={own} initialValues={{ jtcyList: [{ yhzgx: '02' }], ...values }}>
      <CardButton of={cbf} fields={CARD_OF_CBF} onFilled={filled} />
      <FormItems of={cbf} only={['cbfmc', 'cbfzjlx', 'cbfzjhm', 'cbfdz']} />
      <Members household view={false} onFilled={() => filled({})} />
    </Form>
  )
}
const shown = (values: object = {}) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ConfigProvider button={{ autoInsertSpace: false }}>
        <App>
          <Household values={values} />
        </App>
      </ConfigProvider>
    </QueryClientProvider>,
  )
const reader = (line = '') => screen.findByRole('button', { name: new RegExp(`${words.readCard.zh}${line ? ` ${line}` : ''}$`) })
const read = async (line = '') => fireEvent.click(await reader(line))
const said = (text: string) => screen.findByText(text)
/** Answers the n-th question; a window that was closed leaves this document late. */
const answer = async (n: number, question: string, button: string) => {
  await waitFor(() => expect(screen.queryAllByText(question)).toHaveLength(n))
  fireEvent.click(screen.getAllByRole('button', { name: button }).at(-1)!)
}
const ADDRESS = '四川省资阳市安岳县岳阳镇示范村一组'
const NUMBER = '512021198001011239'

test('a card fills the contractor: name, document, number, address, and what is empty is not asked about', async () => {
  shown()
  await read()
  await said(cardRead('张三').zh)
  expect(form.getFieldsValue(true)).toMatchObject({ cbfmc: '张三', cbfzjlx: '1', cbfzjhm: NUMBER, cbfdz: ADDRESS })
  expect(filled).toHaveBeenCalledWith({ cbfmc: '张三', cbfzjlx: '1', cbfzjhm: NUMBER, cbfdz: ADDRESS })
})

test('a card fills the line of its member, sex by the number; the birthday stands beside it', async () => {
  sim.card = { ...card, name: '李四', number: '512021198505050020' }
  shown({ jtcyList: [{ yhzgx: '02', cyxm: '张三' }, {}] })
  await read('2')
  await said(cardRead('李四').zh)
  expect(form.getFieldValue('jtcyList')).toEqual([
    { yhzgx: '02', cyxm: '张三' },
    expect.objectContaining({ cyxm: '李四', cyzjlx: '1', cyzjhm: '512021198505050020', cyxb: '2' }),
  ])
  await said('1985-05-05')
})

test('what was typed is not replaced unasked: the question names what would be lost, and no means no', async () => {
  shown({ cbfmc: '张大', cbfzjlx: '1', cbfdz: '别处' })
  const question = askOverwrite([
    { zh: '承包方名称', en: 'Name' },
    { zh: '承包方地址', en: 'Address' },
  ]).zh
  await read()
  await answer(1, question, phrases.cancel.zh)
  await waitFor(async () => expect((await reader()).className).not.toContain('loading'))
  expect(form.getFieldsValue(true)).toMatchObject({ cbfmc: '张大', cbfdz: '别处' })
  expect(form.getFieldValue('cbfzjhm')).toBeUndefined()
  expect(filled).not.toHaveBeenCalled()
  await read()
  await answer(2, question, phrases.ok.zh)
  await said(cardRead('张三').zh)
  expect(form.getFieldsValue(true)).toMatchObject({ cbfmc: '张三', cbfzjhm: NUMBER, cbfdz: ADDRESS })
})

test('no card, a number that is none, and a device that lies are told, and nothing is filled', async () => {
  shown()
  sim.person = false
  await read()
  await said(wrongText('noCard').zh)
  Object.assign(sim, { person: true, card: { ...card, number: '512021198001011234' } })
  await read()
  await said(wrongText('strange').zh)
  sim.fault = 'hostile'
  await read()
  await waitFor(() => expect(screen.getAllByText(wrongText('strange').zh)).toHaveLength(2))
  expect(form.getFieldValue('cbfmc')).toBeUndefined()
  expect(filled).not.toHaveBeenCalled()
})

test('where no device was set up none is looked for; where none answers, or it reads no cards, nothing is offered and nothing said', async () => {
  settings = { pluginUrl: '', port: DEVICE_PORT }
  shown()
  await waitFor(() => expect(calls.some((c) => c.path === 'settings')).toBe(true))
  await screen.findByRole('button', { name: new RegExp(land.setHead.zh) })
  expect(calls.filter((c) => c.path === 'device')).toEqual([])
  cleanup()
  const gone = await startDeviceSimulator()
  await gone.close()
  for (const port of [gone.port, sim.port]) {
    sim.fault = 'no-device'
    settings = { pluginUrl: '', port }
    calls.length = 0
    shown()
    await waitFor(() => expect(calls.some((c) => c.path === 'device')).toBe(true))
    expect(screen.queryByRole('button', { name: new RegExp(words.readCard.zh) })).toBeNull()
    expect(document.querySelector('.ant-message-notice')).toBeNull()
    cleanup()
  }
})

test('a browser that found a device before looks for it although the tenant set none up', async () => {
  settings = { pluginUrl: '', port: DEVICE_PORT }
  localStorage.setItem('chengbao.camera', JSON.stringify({ port: sim.port }))
  shown()
  await reader('1')
})
