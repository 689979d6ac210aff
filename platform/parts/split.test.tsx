// @vitest-environment happy-dom
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { setLang } from '../../kit/web/i18n.web.ts'
import { Split } from './Split.web.tsx'
import { around } from './testing.ts'

afterEach(cleanup)

test('the bar of a split is named in the reader’s language, also when it is drawn later or drawn anew', async () => {
  setLang('zh')
  const { container } = render(
    <Split>
      <Split.Panel>a</Split.Panel>
    </Split>,
    { wrapper: around },
  )
  const bar = document.createElement('div')
  bar.className = 'ant-splitter-bar-collapse-bar-start'
  bar.setAttribute('aria-label', 'Toggle start panel')
  container.querySelector('.ant-splitter')!.append(bar)
  await waitFor(() => expect(bar.getAttribute('aria-label')).toBe('收起或展开左侧'))
  bar.setAttribute('aria-label', 'Toggle start panel')
  await waitFor(() => expect(bar.getAttribute('aria-label')).toBe('收起或展开左侧'))
})
