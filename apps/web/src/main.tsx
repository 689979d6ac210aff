import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../../../kit/web/i18n.web.ts'
import { App } from './App.tsx'
import './base.css'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
