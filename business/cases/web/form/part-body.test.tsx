// @vitest-environment happy-dom
// A part of a case is drawn anew for what it reads of the form, and does what it does with the form as it stands.
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Form } from '../../definitions/business.ts'
import { PartBody } from './PartBody.web.tsx'
import type { PartProps } from '../screen.web.ts'

afterEach(cleanup)
const nothing = () => undefined
const rest = { editing: 'all' as const, faults: [], onType: nothing, onApplicant: nothing, onRegister: nothing, onShow: nothing }

test('a part is drawn anew when a name that it reads is another, and only then; its handlers have the form and the call of now', () => {
  let drawn = 0
  const told: Form[] = []
  function Land({ form, onChange }: PartProps) {
    drawn++
    return <button onClick={() => onChange({ ...form, dk: [String(form.cbf)] })}>{JSON.stringify(form.dk)}</button>
  }
  const at = (form: Form, n: number, faults: PartProps['faults'] = []) => (
    <PartBody {...rest} Part={Land} form={form} faults={faults} about={{ item: '1', doSign: true }} onChange={(patch) => told.push({ ...patch, n })} />
  )
  const { rerender } = render(at({ dk: [], cbf: '郑' }, 1))
  rerender(at({ dk: [], cbf: '郑' }, 2))
  const dk: string[] = []
  rerender(at({ dk, cbf: '郑天' }, 3))
  rerender(at({ dk, cbf: '郑天成' }, 4))
  // another list is another value; another name beside it is not
  expect(drawn).toBe(3)
  fireEvent.click(screen.getByRole('button'))
  expect(told).toEqual([{ dk: ['郑天成'], cbf: '郑天成', n: 4 }])
  rerender(at({ dk: ['1'], cbf: '郑天成' }, 5))
  expect(screen.getByRole('button').textContent).toBe('["1"]')
  const before = drawn
  rerender(at({ dk: ['1'], cbf: '郑天成' }, 6, [{ field: 'dk', msg: '缺' }]))
  expect(drawn).toBe(before + 1)
})
