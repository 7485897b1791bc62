import { open } from './door';

export const key = open();
