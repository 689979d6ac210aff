// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { viewWords } from './view-words.ts'
import { Numbers } from './parts.web.tsx'

afterEach(cleanup)

test('figures named by a dictionary that comes later stand once each, with their names', () => {
  const figures = (doing: string, done: string) => (
    <Numbers
      items={[
        { label: viewWords.accepted, value: '7' },
        { label: { zh: doing, en: doing }, value: '4' },
        { label: { zh: done, en: done }, value: '3' },
      ]}
    />
  )
  const { rerender, container } = render(figures('', ''))
  rerender(figures('办理中', '已办结'))
  expect([...container.querySelectorAll('.ant-card')].map((c) => c.textContent)).toEqual(['受理业务7', '办理中4', '已办结3'])
})
