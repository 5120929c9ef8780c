import { everyPage } from './walk.ts'

everyPage('en', 'link')
