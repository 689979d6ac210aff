import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../../../kit/web/i18n.web.ts'
import { App } from './App.tsx'
import { noteCallback } from './callback.ts'
import { note, watchFaults } from './faults.ts'
import './base.css'

watchFaults()
noteCallback(window.location.search)
const noting = (type: string) => (e: unknown, info: { componentStack?: string }) => {
  console.error(e)
  note(type, e, info.componentStack ?? '')
}
createRoot(document.getElementById('root')!, { onUncaughtError: noting('uncaught'), onCaughtError: noting('page') }).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
