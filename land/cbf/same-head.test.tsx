// @vitest-environment happy-dom
// Whoever is typed as contractor is the head of the household, key by key and composed, and the other way round.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App, Form, type FormInstance } from 'antd'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pageFetch } from '../../services/camera/testing.server.ts'
import { FormItems } from '../../kit/web/ResourceForm.web.tsx'
import { cbf } from '../definitions/cbf.ts'
import { labelOf } from '../../kit/model/field.ts'
import { jtcy } from '../definitions/jtcy.ts'
import { words } from '../definitions/words.ts'
import { Members } from './Members.web.tsx'
import { kinds } from '../../kit/web/kinds.web.tsx'

let form: FormInstance
beforeEach(() => {
  vi.stubGlobal('fetch', pageFetch({ settings: () => ({ pluginUrl: '', port: 0 }), dictionary: () => [] }, []))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
function Household({ values }: { values: object }) {
  const [own] = Form.useForm()
  form = own
  return (
    <Form form={own} initialValues={{ jtcyList: [{ yhzgx: '02', cyzjlx: '1' }], ...values }}>
      <FormItems of={cbf} only={['cbfmc', 'cbfzjlx', 'cbfzjhm']} />
      <Members household view={false} />
    </Form>
  )
}
const shown = (values: object = {}) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <Household values={values} />
      </App>
    </QueryClientProvider>,
  )
/** What an input tells while somebody types: one state after the other. */
const typed = (label: string, states: readonly string[]) => {
  for (const value of states) fireEvent.change(screen.getByLabelText(label), { target: { value } })
}
const keyByKey = (v: string) => [...v].map((_, i) => v.slice(0, i + 1))
/** The contractor and the members, each as name and number. */
const people = () => {
  const v = form.getFieldsValue(true) as Record<string, any>
  return [[v.cbfmc, v.cbfzjhm], ...v.jtcyList.map((m: any) => [m.cyxm, m.cyzjhm])]
}
const NUMBER = '11010519491231002X'

test('the head follows the contractor to the last key and through an input method, with the sex that the number tells', async () => {
  shown()
  typed('承包方名称', ['z', 'zh', "zhang's", '张', '张三'])
  typed('承包方证件号码', keyByKey(NUMBER))
  await waitFor(() => expect(people()).toEqual([['张三', NUMBER], ['张三', NUMBER]])) // prettier-ignore
  expect(form.getFieldValue(['jtcyList', 0, 'cyxb'])).toBe('2')
  typed('承包方名称', ['张', '', '王'])
  await waitFor(() => expect(people()[1]).toEqual(['王', NUMBER]))
})

test('the contractor follows the head, and another head becomes the contractor', async () => {
  shown({ cbfmc: '张三', cbfzjhm: NUMBER, jtcyList: [{ id: '1', yhzgx: '02', cyxm: '张三', cyzjhm: NUMBER }, { id: '2', cyxm: '李四', cyzjhm: '2' }] }) // prettier-ignore
  fireEvent.change(screen.getAllByLabelText('成员姓名')[0]!, { target: { value: '张三丰' } })
  await waitFor(() => expect(people()[0]).toEqual(['张三丰', NUMBER]))
  fireEvent.click(screen.getAllByRole('button', { name: words.setHead.zh })[1]!)
  await waitFor(() => expect(people()).toEqual([['李四', '2'], ['张三丰', NUMBER], ['李四', '2']])) // prettier-ignore
})

test('an imported household with another head keeps it until one of the two is changed', async () => {
  shown({ cbfmc: '张三', cbfzjhm: NUMBER, jtcyList: [{ id: '1', yhzgx: '02', cyxm: '李四', cyzjhm: '2' }] })
  typed('承包方名称', ['张三丰'])
  await waitFor(() => expect(people()).toEqual([['张三丰', NUMBER], ['张三丰', '2']])) // prettier-ignore
})

test('a key draws its field and what is read from it, not the table of members', async () => {
  shown({
    jtcyList: [
      { yhzgx: '02', cyzjlx: '1' },
      { yhzgx: '10', cyzjlx: '1' },
    ],
  })
  await waitFor(() => expect(screen.getAllByLabelText(labelOf(jtcy.fields.cyzjhm).zh)).toHaveLength(2))
  const cells = vi.spyOn(kinds.dict, 'input')
  const number = screen.getAllByLabelText(labelOf(jtcy.fields.cyzjhm).zh)[1]!
  for (const value of keyByKey(NUMBER)) fireEvent.change(number, { target: { value } })
  await screen.findByText('1949-12-31')
  expect(cells).not.toHaveBeenCalled()
  // another head is another table: his mark moves
  fireEvent.click(screen.getAllByText(words.setHead.zh)[1]!)
  await waitFor(() => expect(cells).toHaveBeenCalled())
  cells.mockRestore()
})
