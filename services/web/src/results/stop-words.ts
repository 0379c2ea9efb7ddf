const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Stop words, one set for each language of the pages. */
export const stopWords: readonly ReadonlySet<string>[] = [
  setOf(`a about above after again all also am an and any are as at be because been before being below between
    both but by can could did do does doing down during each few for from further had has have having he her here
    hers him his how i i'd i'll i'm i've if in into is isn't it it's its just me more most much my no nor not of off
    on once only or other our out over own same she should so some such than that that's the their them then there
    these they this those through to too under until up us very was we were what when where which while who whom why
    will with would you your don't didn't doesn't`),
  setOf(`ab aber als also am an auch auf aus bei beim bin bis bist da damit dann das dass dein deine dem den denn der
    des dich die dies diese dieser dieses dir doch dort du durch ein eine einem einen einer eines er es etwas euch
    euer für gegen hab habe haben hat hatte hier hin ich ihm ihn ihnen ihr ihre im in ins ist ja jede jeder jedes
    kann kein keine können man mehr mein meine mich mir mit muss nach nein nicht nichts noch nur ob oder ohne sehr
    sein seine sich sie sind so soll sollte sondern über um und uns unser unter viel vom von vor war waren was
    weil wenn wer wie wir wird wo würde zu zum zur`),
];
