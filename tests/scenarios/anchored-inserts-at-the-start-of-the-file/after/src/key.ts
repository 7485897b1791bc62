// SPDX-License-Identifier: MIT

import { open } from './door';

export const key = open();
