// Written by scripts/common-passwords.py from /usr/share/john/password.lst (Debian's john-data 1.9.0-2); do not edit.

extension CommonPasswords {
    /// The words people make passwords of, in the order of use: those of 8 characters or more, and of the shorter
    /// ones as many as fit. Source: the Openwall Project's list of 2011-11-20, assumed to be in the public domain.
    static let words = """
        123456 12345 password password1 123456789 12345678 1234567890 abc123 computer tigger 1234 qwerty money carmen
        mickey secret summer internet a1b2c3 123 service canada hello ranger shadow baseball donald harley hockey
        letmein maggie mike mustang snoopy buster dragon jordan michael michelle mindy patrick 123abc andrew bear calvin
        changeme diamond fuckme fuckyou matthew miller tiger trustno1 alex apple avalon brandy chelsea coffee falcon
        freedom gandalf green helpme linda magic merlin newyork soccer thomas wizard asdfgh bandit batman boris butthead
        dorothy eeyore fishing football george happy iloveyou jennifer jonathan love marina master missy monday monkey
        natasha ncc1701 pamela pepper piglet poohbear pookie rabbit rachel rocket rose smile sparky spring steven
        success sunshine victoria whatever zapata 8675309 amanda andy angel august barney biteme boomer brian casey
        cowboy delta doctor fisher island john joshua karen marley orange please rascal richard sarah scooter shalom
        silver skippy stanley taylor welcome zephyr 111111 aaaaaa access albert alexander andrea anna anthony asdfjkl;
        ashley basketball beavis black bob booboo bradley brandon buddy caitlin camaro charlie chicken chris cindy
        cricket dakota dallas daniel david debbie dolphin elephant emily friend fucker ginger goodluck hammer heather
        iceman jason jessica jesus joseph jupiter justin kevin knight lacrosse lakers lizard madison mary mother muffin
        murphy nirvana paris pentium phoenix picture rainbow sandy saturn scott shannon shithead skeeter sophie special
        stephanie stephen steve sweetie teacher tennis test test123 tommy topgun tristan wally william wilson 1q2w3e
        654321 666666 a12345 a1b2c3d4 alpha amber angela angie archie asdf blazer bond007 booger charles christin claire
        control danny david1 dennis digital disney edward elvis felix flipper franklin frodo honda horses hunter indigo
        james jasper jeremy julian kelsey killer lauren marie maryjane matrix maverick mayday mercury mitchell morgan
        mountain niners nothing oliver peace peanut pearljam phantom popcorn princess psycho pumpkin purple randy
        rebecca reddog robert rocky roses salmon samson sharon sierra smokey startrek steelers stimpy sunflower superman
        support sydney techno walter willie willow winner ziggy zxcvbnm alaska alexis alice animal apples barbara
        benjamin billy blue bluebird bobby bonnie bubba camera chocolate clark claudia cocacola compton connect cookie
        cruise douglas dreamer dreams duckie eagles eddie einstein enter explorer faith family ferrari flamingo flower
        foxtrot francis freddy friday froggy giants gizmo global goofy happy1 hendrix henry herman homer honey house
        houston iguana indiana insane inside irish ironman jake jasmin jeanne jerry joey justice katherine kermit kitty
        koala larry leslie logan lucky mark martin matt minnie misty mitch mouse nancy nascar nelson pantera parker
        penguin peter piano pizza prince punkin pyramid raymond robin roger rosebud route66 royal running sadie sasha
        security sheena sheila skiing snapple snowball sparrow spencer spike star stealth student sunny sylvia tamara
        taurus teresa theresa thunderbird tigers tony toyota travel tuesday victory viper1 wesley whisky winnie winter
        wolves xyz123 zorro 123123 1234567 696969 888888 aaron abby abcdef adidas adrian alfred arthur athena austin
        awesome badger bamboo beagle bears beatles beautiful beaver benny bigmac bingo bitch blonde boogie boston brenda
        bright bubba1 bubbles buffy button buttons cactus candy captain carlos caroline carrie casper catch22 chance
        charity charlotte cheese cheryl chloe chris1 clancy compaq conrad cooper cooter copper cosmos cougar cracker
        crawford crystal curtis cyclone dance diablo dollars dookie dumbass dundee elizabeth eric europe farmer firebird
        fletcher fluffy france freak1 friends fuckoff gabriel galaxy gambit garden garfield garnet genesis genius
        godzilla golfer goober grace greenday groovy grover guitar hacker harry hazel hector herbert horizon hornet
        howard icecream imagine impala jack janice jasmine jason1 jeanette jeffrey jenifer jenni jesus1 jewels joker
        julie julie1 junior justin1 kathleen keith kelly kelly1 kennedy kevin1 knicks larry1 leonard lestat library
        lincoln lionking london louise lucky1 lucy maddog margaret mariposa marlboro martin1 marty master1 mensuck
        mercedes metal midori mikey millie mirage molly monet money1 monica monopoly mookie moose moroni music naomi
        nathan nguyen nicholas nicole nimrod october olive olivia online oscar oxford pacific painter peaches penelope
        pepsi petunia philip phoenix1 photo pickle player poiuyt porsche porter puppy python quality raquel raven
        remember robbie robert1 roman rugby runner russell ryan sailing sailor samantha savage scarlett school sean
        seven shadow1 sheba shelby shit shoes simba simple skipper smiley snake snickers sniper snoopdog snowman sonic
        spitfire sprite spunky starwars station stella stingray storm stormy stupid sunny1 sunrise surfer susan tammy
        tango tanya teddy1 theboss theking thumper tina tintin tomcat trebor trevor tweety unicorn valentine valerie
        vanilla veronica victor vincent viper warrior warriors weasel wheels wilbur winston wisdom wombat xavier yellow
        zeppelin 1111 1212 abcd1234 abcdefg abigail account adam alex1 alice1 allison alpine andre1 andrea1 angel1 anita
        annette antares apache apollo aragorn arizona arnold arsenal asdfasdf asdfg asdfghjk avenger baby babydoll
        bailey banana barry basket batman1 beaner beast beatrice bella bertha bigben bigdog biggles bigman binky biology
        bishop blondie bluefish bobcat bosco braves brazil bruce bruno brutus buffalo bulldog bullet bullshit bunny
        business butch butler butter california carebear carol carol1 carole cassie castle catalina catherine cccccc
        celine center champion chanel chaos chelsea1 chester1 chicago chico christian christy church cinder colleen
        colorado columbia commander connie cookies cooking corona cowboys coyote craig creative cuddles cuervo cutie
        daddy daisy daniel1 danielle davids death denis derek design destiny diana diane dickhead digger dodger donna
        dougie dragonfly dylan eagle eclipse electric emerald etoile excalibur express fender fiona fireman flash
        florida flowers foster francesco francine francois frank french fuckface gemini general gerald germany gilbert
        goaway golden goldfish goose gordon graham grant gregory gretchen gunner hannah harold harrison harvey hawkeye
        heaven heidi helen helena hithere hobbit ibanez idontknow integra ireland irene isaac isabel jackass jackie
        jackson jaguar jamaica japan jenny1 jessie johan johnny joker1 jordan23 judith julia jumanji kangaroo karen1
        kathy keepout keith1 kenneth kimberly kingdom kitkat kramer kristen laura laurie lawrence lawyer legend liberty
        light lindsay lindsey lisa liverpool lola lonely louis lovely loveme lucas madonna malcolm malibu marathon
        marcel maria1 mariah mariah1 marilyn mario marvin maurice maxine maxwell me meggie melanie melissa melody mexico
        michael1 michele midnight mike1 miracle misha mishka molly1 monique montreal moocow moore morris mouse1 mulder
        nautica nellie newton nick nirvana1 nissan norman notebook ocean olivier ollie oranges oregon orion panda
        pandora panther passion patricia pearl peewee pencil penny people percy person peter1 petey picasso pierre
        pinkfloyd polaris police pookie1 poppy power predator preston q1w2e3 queen queenie quentin ralph random rangers
        raptor reality redrum remote reynolds rhonda ricardo ricardo1 ricky river roadrunner robinhood rocknroll rocky1
        ronald roxy ruthie sabrina sakura sally sampson samuel sandra santa sapphire scarlet scorpio scott1 scottie
        scruffy seattle serena shanti shark shogun simon singer skull skywalker slacker smashing smiles snowflake snuffy
        soccer1 soleil sonny spanky speedy spider spooky stacey star69 start steven1 stinky strawberry stuart sugar
        sundance superfly suzanne suzuki swimmer swimming system taffy tarzan teddy teddybear terry theatre thunder
        thursday tinker tootsie tornado tracy tricia trident trojan truman trumpet tucker turtle tyler utopia voyager
        warcraft warlock warren water wayne wendy williams willy winona woody woofwoof wrangler wright xfiles xxxxxx
        yankees yvonne zebra zenith zigzag zombie zxc123 zxcvb 000000 007007 11111 11111111 123321 171717 181818 1a2b3c
        1chris 4runner 54321 55555 6969 7777777 789456 88888888 abcd123 abcde accord active africa airborne alfaro
        alicia aliens alina aline alison allen aloha alpha1 althea altima amanda1 amazing america amour anderson andre
        andrew1 andromeda angels angie1 annie anything apple1 apple2 applepie april aquarius ariane ariel arlene artemis
        asdf1234 asdfjkl ashley1 ashraf ashton asterix attila autumn avatar babes bambi barbie barney1 barrett bball
        beaches beanie beans beauty becca belize belle belmont benji benson bernardo berry betsy betty bigboss bigred
        billy1 birdie birthday biscuit bitter blackjack blah blanche blood blowjob blowme blueeyes blues bogart bombay
        boobie boots bootsie boxers brandi brent brewster bridge bronco bronte brooke brother bryan bubble buddha budgie
        burton butterfly byron calendar calvin1 camel camille campbell camping cancer canela cannon carbon carnage
        carolyn carrot cascade catfish cathy catwoman cecile celica change chantal charger cherry chiara chiefs china
        chris123 christ1 christmas christopher chuck cindy1 cinema civic claude clueless cobain cobra cody colette
        college colors colt45 confused cool corvette cosmo country crusader cunningham cupcake cynthia dagger dammit
        dancer daphne darkstar darren darryl darwin deborah december deedee deeznuts delano delete demon denise denny
        desert deskjet detroit devil devine devon dexter dianne diesel director dixie dodgers doggy dollar dolly
        dominique domino dontknow doogie doudou downtown dragon1 driver dude dudley dutchess dwight eagle1 easter
        eastern edith edmund eight element elissa ellen elliot empire enigma enterprise erin escort estelle eugene
        evelyn explore family1 fatboy felipe ferguson ferret ferris fireball fishes fishie flight florida1 flowerpot
        forward freddie freebird freeman frisco fritz froggie froggies frogs fucku future gabby games garcia gaston
        gateway george1 georgia german germany1 getout ghost gibson giselle gmoney goblin goblue gollum grandma gremlin
        grizzly grumpy guess guitar1 gustavo haggis haha hailey halloween hamilton hamlet hanna hanson happy123 happyday
        hardcore harley1 harriet harris harvard health heart heather1 heather2 hedgehog helene hello1 hello123
        hellohello hermes heythere highland hilda hillary history hitler hobbes holiday holly honda1 hongkong hootie
        horse hotrod hudson hummer huskies indonesia isabelle jamesbond jeffrey1 justdoit katerina kittycat kristine
        lonestar longhorn management marielle marshall meatloaf michigan microsoft millenium moonbeam morpheus motorola
        munchkin mustang1 napoleon national newyork1 nintendo patriots peterpan phillips precious qwerty12 qwertyui
        rachelle redskins renegade revolution richard1 richards richmond rootbeer ruthless saturday scoobydoo scooter1
        scorpion september skipper1 stargate starlight stranger superstar sweetpea swordfish tacobell thankyou thompson
        thrasher tinkerbell treasure trombone ultimate vacation vincent1 virginia whocares william1 winniethepooh
        wolfgang wolverine xxxxxxxx yogibear 00000000 1234qwer 99999999 anaconda apollo13 blizzard cardinal carolina
        chandler charlie1 chiquita chocolat courtney dolphins fearless guinness lorraine nebraska portland softball
        stephani valentin babygirl 987654321 spongebob princesa iloveyou1 iloveyou2 fuckyou1 blessing blahblah blink182
        passw0rd iloveyou! ilovegod football1 emmanuel 1q2w3e4r spiderman simpsons november brooklyn darkness pineapple
        1qaz2wsx drowssap monkey12 wordpass q1w2e3r4 coolness 11235813 something alexandra estrella princess1 alejandro
        brittany alejandra tequiero fernando cristina babygurl mahalkita gabriela pictures hellokitty babygirl1 angelica
        inuyasha sebastian 0123456789 barcelona slipknot cutiepie 789456123 portugal volleyball cristian chrisbrown
        lollipop qwertyuiop harrypotter ihateyou christine johncena lovelove metallica myspace1 babyblue fernanda
        westlife slideshow asdfghjkl santiago sweetheart 12345678910 leonardo sexygirl anthony1 skittles colombia
        christina teiubesc 147258369 francisco amorcito angelito manchester linkinpark bestfriend sporting truelove
        savannah scotland ilovehim estrellita brandon1 loverboy 999999999 westside mauricio preciosa shopping isabella
        martinez friendster valentina fuckyou2 sunshine1 gangster darkangel bettyboop jessica1 cheyenne bestfriends
        daddysgirl billabong buttercup zacefron tokiohotel bubblegum lollypop sexybitch hotstuff babylove angelina
        playgirl milagros margarita undertaker capricorn cheerleader password2 matthew1 carlitos michelle1 cinderella
        jesuschrist ilovejesus tazmania princesita jesucristo lipgloss 741852963 hernandez pussycat gorgeous panthers
        hollywood kristina sexymama scarface 0987654321 jeremiah butterfly1 madalina anamaria jasmine1 bubbles1 diamonds
        friendship sweetness february 87654321 twilight imissyou 147852369 123123123 babyface cassandra ncc1701d
        kingfish babylon5 porsche911 training alexandr challenge coltrane fountain gabriell grateful metallic ncc1701e
        republic research broadway acropolis blowfish cannondale cordelia database deadhead feedback gargoyle intrepid
        johanna1 mortimer overkill prometheus rastafarian robotech salasana scarecrow temporal terminal thejudge
        valhalla windsurf xcountry bismillah madeline sterling aardvark aerobics allstate altamira asdf;lkj assmunch
        barnyard bluejean chainsaw chameleon chouette clarkson concorde coolbean cornflake crescent daedalus dillweed
        fairview fishhead flanders frederic front242 frontier gammaphi garfunkel gateway2 gilgamesh hawkeye1 hydrogen
        instructor integral jeepster justice4 kalamazoo laserjet loislane makeitso mattingly mechanic mobydick montana3
        montrose neutrino newaccount nicklaus nightshade nightwing obsession paradigm phialpha pianoman pipeline
        printing provider redcloud robotics rossignol schnapps services shanghai sigmachi signature sprocket starbuck
        student2 tazdevil testtest thisisit tightend transfer transport webmaster whoville 21122112 changeit christia
        christoph classroom macintosh politics property jethrotull geronimo waterloo chinacat histoire thelorax
        good-luck homebrew zhongguo sample123 informix majordomo !@#$%^&* raistlin sidekick hallowell hosehead lissabon
        morecats performa newcourt
        """.split(whereSeparator: \.isWhitespace).map(String.init)
}
