import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../../../kit/web/i18n.web.ts'
import { onWire } from '../../../kit/web/client.web.ts'
import { wire } from '../../../platform/session/wire.web.ts'
import { App } from './App.tsx'
import { noteCallback } from '../../../platform/shell/callback.web.ts'
import { noteFault, watchFaults } from '../../../platform/shell/faults.web.ts'
import { keepPlaces } from './places.ts'
import { router } from './router.tsx'
import './base.css'

watchFaults()
keepPlaces(router.history)
onWire(wire)
noteCallback(window.location.search)
const noting = (type: string) => (e: unknown, info: { componentStack?: string }) => {
  console.error(e)
  noteFault(type, e, info.componentStack ?? '')
}
createRoot(document.getElementById('root')!, { onUncaughtError: noting('uncaught'), onCaughtError: noting('page') }).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
