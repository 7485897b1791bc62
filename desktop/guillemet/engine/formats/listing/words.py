r"""The words around a fence that tell whether its code is meant as an edit, in the languages that models write most.

Each expression is searched in a sentence whose names in back-ticks and links are replaced by `@`.
"""

import re

from guillemet.engine.patterns import lazy_pattern

_FLAGS = re.VERBOSE | re.IGNORECASE

_ADD = r"""add(?:s|ed|ing)? | agreg(?:a|ar|amos|ue) | añad(?:e|ir) | ajoute[rz]? | adicion(?:ar|e)
    | aggiung(?:i|ere|iamo) | dodaj | ekle\w*"""
_ADD_ANYWHERE = r"добав\w+ | 新增 | 添加 | 追加"

NEW = lazy_pattern(
    rf"""\b(?: {_ADD} | creat(?:e|es|ed|ing) | new | make\s+a | write\s+a | introduc(?:e|es|ed|ing)
        | crea(?:r|mos|do|te)? | nuev[oa]
        | erstell(?:e|t|en|ung)? | neue[srn]? | leg(?:e|en)\s.{{0,60}}\ban
        | cr[ée]e[rz]? | nouve(?:au|lle|l) | cri(?:ar|e|ando) | nov[oa]
        | nuov[oa] | utwórz | stwórz | now[yea] | oluştur\w* | yeni
    )\b | {_ADD_ANYWHERE} | созда\w+ | нов(?:ый|ая|ое|ого) | 新建 | 创建 | 新しい | 作成""",
    _FLAGS,
)
"""Words that call a file new."""

ADDITION = lazy_pattern(
    rf"""\b(?: {_ADD} | append(?:s|ed|ing)? | (?:at|to)\s+the\s+(?:very\s+)?(?:end|bottom)\s+of
        | hinzu\w* | ergänz\w+ | häng(?:e|en)\s.{{0,60}}\ban )\b | {_ADD_ANYWHERE}""",
    _FLAGS,
)
"""Words that say that lines are added to a file that is there."""
OTHER_PLACE = lazy_pattern(
    r"""(?!\A)\b(?: before | above | after | beneath | underneath | between | beside | next\s+to | top(?!-) | start
        | beginning | (?:below|under)\s+(?:the|your|its|all|any|each|existing|other|imports?)
        | instead | replac\w+ | antes | despu[eé]s | debajo | encima | arriba | inicio | principio
        | vor | nach | über | unter(?:halb)? | oberhalb | anfang | avant | après | dessous | dessus | début
        | depois | acima | abaixo | início | prima | dopo | sopra | sotto | inizio | przed | nad | pod
    )\b | (?:below|under)\s+@ | перед | после | 之前 | 之后 | 前に | 後に""",
    _FLAGS,
)
"""Words of another place for them than the end."""
METHOD = lazy_pattern(
    r"\b(?:methods?|métodos?|méthodes?|methoden?|metodo|metod[ay]|metodu)\b | метод | 方法 | メソッド", _FLAGS
)
"""Words that call the lines a method."""
NAMED_TYPE = lazy_pattern(
    r"""\b(?:class|struct|impl|trait|interface|module|clase|classe|klasse)\s+(\w+)
        | \b(\w+)[’']?s?\s+(?:class|struct|impl|trait|interface|module|klasse)\b""",
    _FLAGS,
)
"""The name of a class without back-ticks."""

_VERBS = r"""(?: (?:re)?writ | updat | chang | modif[yi] | replac | edit | fix | correct | refactor | improv | insert
    | remov | delet | renam | mov | extend | adjust | simplif[yi] | convert | implement | revis | amend | swap | wrap
    | append | prepend | put\b | save\b | copy\b | paste | restor | creat | add(?:s|ed|ing)?\b | set\b | make\b | rework
    | enabl
    | give\b )\w*"""
_MUST = r"(?:you|we)(?:[’']ll)?\s+(?:(?:will\s+)?need\s+to|should|must|have\s+to)\s+(?:also\s+|now\s+|then\s+)?"
_FIRST = r"""[\W\d_]*
    (?:(?:step\s+\d+|now|next|then|first|second|third|finally|also|and|please|lastly|to\s+do\s+so)\b[\s,:.–—-]*)*"""
_ORDER_IN_FILE = (
    _FIRST
    + r"""in\s+(?:the\s+|your\s+)?(?:file\s+)?[*_]*@[*_]*[,:]\s*(?:also\s+|now\s+|then\s+)?
    (?:bind|bump|cache|call|catch|configure|declare|define|drop|escape|export|expose|extract|give|handle|import|include
    |increase|initiali[sz]e|inject|log|lower|map|mark|merge|parse|pass|pin|raise|register|require|return|split|store
    |switch|throw|turn|validate|wire)\b"""
)
"""An order whose verb alone may as well show something, and does not behind the name of the file."""

CHANGE = lazy_pattern(
    rf"\A{_ORDER_IN_FILE} | \b(?:"
    + _VERBS
    + r"""
        | (?:full|complete|entire|whole|final|finished|cleaned|optimi[sz]ed|working)\s.{0,60}
          \b(?:file|code|version|contents?|module|script|implementation)
        | (?:new|improved|better)\s+version | should\s+(?:now\s+)?(?:be|become|read|look|contain|have)
        | here(?:[’']s|\s+is)\s+(?:the\s+|your\s+)?@\s+with | becomes | now\s+(?:looks|reads|becomes|contains|is)
        | agreg\w+ | añad\w+ | crear | actuali[zs]\w+ | cambi(?:a|ar|o|os|amos|e) | modific\w+ | reempla[zc]\w+
        | corri?g\w+ | correg\w+ | sustitu\w+
        | erstell\w* | ergänz\w+ | füge?n? | ge?änder[etnrs]* | änder[etn]* | ersetz[etn]* | aktualisier\w+
        | korrigier\w+ | pass[etn]*\s.{0,60}\ban | angepasste[rsn]?
        | ajoute[rz]? | modifie[rz]? | modifié\w* | remplace[rz]? | met(?:s|tre|tez)\s+à\s+jour | mise?\s+à\s+jour
        | adicion\w+ | atuali[zs]\w+ | alter(?:e|ar|ado|ada) | substitu\w+ | corrij\w+
        | aggiung\w+ | aggiorn\w+ | sostitui\w+
        | dodaj | zaktualiz\w+ | zmie[nń]\w* | zamie[nń]\w* | popraw\w*
        | ekle\w* | güncel\w* | değiştir\w* | düzelt\w*
    )\b | добав\w+ | обнов\w+ | измен\w+ | замен\w+ | исправ\w+
    | 添加 | 追加 | 更新 | 修改 | 替换 | 修正 | 変更 | 置き換え""",
    _FLAGS,
)
"""Words of a change."""

FINISHED = lazy_pattern(
    r"""\bhere(?:'s|’s|\s+is|\s+are)\s+(?:(?:the|your|a|an|my)\s+)?(?:\w+\s+){0,3}?
        (?:updated|corrected|fixed|complete|full|modified|revised|refactored|improved|new|final|rewritten|changed
        |entire)\b""",
    _FLAGS,
)
"""A sentence that hands over a file as it is to be."""

IMPERATIVE = lazy_pattern(
    _ORDER_IN_FILE
    + "|"
    + _FIRST
    + r"""(?: (?:in|to)\s+[^,:]{1,80}[,:]\s* )? [*_]*
        (?: i(?:[’']ve|\s+have|[’']ll|\s+will)?\s+(?:also\s+|now\s+)? | we\s+(?:also\s+|now\s+)? | """
    + _MUST
    + ")? (?: us(?:e|ing)\\b | "
    + _VERBS
    + r""" | (?:your\s+|the\s+)?(?:file\s+)?@\s+(?:file\s+)?should\s+(?:now\s+|then\s+)?(?:look|be|read) )""",
    _FLAGS,
)
"""A sentence that begins with what is to be done, or was done."""

BARE = lazy_pattern(
    r"""(?:(?:and|then|now|next|finally|first|also|so)\b[\s,]*)*
        (?:(?:at|near)\s+the\s+(?:very\s+)?(?:top|start|beginning|bottom|end)\s+of|in|inside|within|for|to|here[’']?s
            |here\s+is|en|dans|em|für)?
        \s* (?:the|your|my|our)? \s* (?:file)? \s* @? \s* (?:itself|file|module)?""",
    _FLAGS,
)
"""A sentence that says nothing but a name."""

WEIGHED = lazy_pattern(
    r"""\b(?: examples? | e\.?g\b | usage | for\s+(?:instance|reference) | could | might | may\s+(?:want|wish|like)
        | would | (?:you|we|i|one)\s+can | wouldn[’']t | shouldn[’']t | alternativ\w* | option(?:s|al|ally)?
        | approach | either | how\s+(?:we|you|i|it|they|this|that|the|to) | what\s+(?:we|you|i|it|they|this|that)
        | suppose | imagin\w* | assum(?:e|ing) | hypothetical\w* | or,\s
        | (?:if|in\s+case)\s+(?:you|we|i|it|there|this|that|needed|necessary|not)
        | before\s+(?:you|we|i|any|making|the) | currently | at\s+the\s+moment | right\s+now | not\s+recommended
        | let[’']s\s+(?:look|see|say|start|consider|assume) | explain\w* | explanation | illustrat\w* | demonstrat\w*
        | sketch | pseudo\s?-?code | conceptual\w* | excerpt | relevant | proposal | propos(?:e|ed|ing) | suggestion
        | why | summary | what\s+changed
        | propuesta | ejemplo | podr[ií]as? | alternativa | opci[oó]n | si\s+(?:quieres|necesitas) | actualmente
        | beispiel | könnte[nst]* | derzeit | falls | wenn\s+du | vorschlag | momentan
        | exemple | pourrai[ts]\w* | actuellement | si\s+vous
        | exemplo | poderia\w* | atualmente | se\s+você | esempio | potrest\w* | attualmente
        | przykład\w* | mógłby\w* | obecnie | örne[kğ]\w* | şu\s+an
    )\b | например | сейчас | пример | можно | 例如 | 当前 | 例えば | 現在""",
    _FLAGS,
)
"""Words of an example, of a choice, of what is so far: nothing next to them is an edit."""

SHOWN = lazy_pattern(
    r"""\b(?: current | existing | today | originally | as[\s-]is | already | previous(?:ly)? | used\s+to
        | instead\s+of | rather\s+than | don[’']t | do\s+not | never | avoid | snippet | looks?(?:ing)? | see | notice
        | note | simplified | defin(?:es|ed|ition) | declare[sd]? | contains? | handles? | handled | lives
        | is\s+(?:where|called|used|found|located) | found\s+in | comes?\s+from | taken\s+from | quot\w+ | says
        | reads | prints? | output | returns? | logs? | traceback | stack\s?trace | errors? | fail(?:s|ed|ing)?
        | broken | wrong | bugs? | issue | problem | anti-?pattern | bad | incorrect | run(?:s|ning)? | execut\w+
        | test(?:s|ed|ing)? | verify | try | call(?:s|ed|ing)? | import(?:s|ed)? | use(?:d|s)? | like | documentation
        | (?:is|are|was|were|gets?|being)\s+\w+ed | there\s+(?:is|are) | here[’']s\s+(?:how|what|why|where)
        | this\s+(?:is|shows|means) | (?:lines?|l[ií]neas?|zeilen?|lignes?|linhas?|righe)\s+\d+
        | actual | muestra | problema | aktuelle[rsnm]? | bestehende[rsn]? | bisherige[rsn]? | actuel\w* | atual
        | attuale | mevcut
    )\b""",
    _FLAGS,
)
"""Words of what is there, is done with it, or goes wrong: they count unless the sentence begins with what to do."""

SECTION = lazy_pattern(
    r"""\b(?: option | approach | alternativ\w* | examples? | usage | proposals? | plan | propos\w+ | current
        | existing | how\s+(?:it|this|to) | where | what\s+(?:is|it|the|was|happens) | explanation
        | why | comparison | pros | cons | testing | verification
        | output | before\s+you | opci[oó]n | propuesta | ejemplo | vorschlag | beispiel | variante | möglichkeit
        | exemple | przykład
    )\b""",
    _FLAGS,
)
"""Words of the head of a section that weighs or explains."""

DOUBT = lazy_pattern(
    r"\A[^.:]{0,80}\b(?:might|could|may|maybe|perhaps|probably|possibly)\b|\bask\s+mode\b", re.IGNORECASE
)
"""The first line of a reply that is not sure, or says that the assistant is only asked."""

ANSWER = lazy_pattern(
    r"""\A\W*(?: (?:yes|no|nope|yep|yeah|exactly|correct|right)\b(?:[,.!;:—–-]|\s+[-–—])
        | (?:ah|oh)?[,\s]*(?:that[’']s\s+)?(?:an?\s+)?(?:good|great|excellent|fair)\s+(?:question|point)
        | it\s+depends | short\s+answer
        | you(?:[’']re|\s+are)\s+(?:absolutely\s+|completely\s+)?(?:right|correct)\s+to
        | let[’']s\s+(?:look|see|break|walk|go\s+through) | to\s+understand | the\s+(?:difference|reason)\b
        | this\s+(?:is|means|happens|works)\b | think\s+of
        | (?:s[ií]|exacto|buena\s+pregunta|excelente\s+(?:pregunta|enfoque|idea))\b
        | (?:ja|nein|oui|non|sim|não|tak|nie|evet|hayır)[,.!]
        | gute\s+frage | bonne\s+question | boa\s+pergunta | (?:да|нет)[,.!] )
        | \b(?:propuesta|proposal)\b""",
    _FLAGS,
)
"""The first line of a reply that answers a question."""

_OBJECT = r"""(?:\s+(?:this|these|the|code|version|block|lines?|section|part|following|function|method|snippet|text
    |implementation|content|it|one|exact|existing|current|old|new|updated)){0,5}"""
OLD_SIDE = lazy_pattern(
    r"""(?: before | old | original | current | existing | find | search(?:\s+for)? | look\s+for | replace | change
        | from | remove )"""
    + _OBJECT,
    _FLAGS,
)
"""What announces the first listing of a pair."""
NEW_SIDE = lazy_pattern(
    r"""(?:(?:and|then)\s+)* (?: after(?:wards)? | new | updated | fixed | corrected | modified | replacement
        | replaced?(?:\s+(?:it|this|that|them|those|these))?(?:\s+(?:with|by))? | with | to | by | into | becomes
        | should\s+be(?:come)? | change(?:\s+(?:it|this))?\s+to )"""
    + _OBJECT,
    _FLAGS,
)
"""What announces the second one."""
BEFORE_SIDE = lazy_pattern(
    r"\A(?: \d+[.)]?\s+ | step\s+\d+\s+ | in\s*,?\s+ | (?:please|now|then|next|first|simply|just)\b,?\s+ | "
    + _MUST
    + r")* | \s+in\Z",
    _FLAGS,
)
"""What may stand around that."""
ORDER_OF_FILE = lazy_pattern(r"(?:find|search|replace|change|remove)\W*@\W*\Z", re.IGNORECASE)
"""What does not announce the old lines: its object is a file."""

SAME_FILE = lazy_pattern(r"\b(?:in|of|to|into)\s+(?:the|that)\s+same\s+file\b", re.IGNORECASE)
"""What names the file of the listing above."""
EXISTING_CODE = lazy_pattern(
    r"\W*(?:\.\.\.|…)\W*(?:the\s+)?(?:existing|rest\s+of|previous|other)\b.{0,80}", re.IGNORECASE
)
"""A line of a listing that stands for code of the file, as editors ask their models to write it."""
