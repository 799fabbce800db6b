"""A pastry kitchen: cake bookings that go through stages, and flours in a store room."""

from tests.trades.served import Trade

BAKERY = Trade(
    title="Sugar Loaf pastry kitchen",
    thing="bookings",
    key="bookingNo",
    first="7701",
    titles={
        "list": ("listCakeBookings", "List cake bookings"),
        "get": ("getCakeBooking", "Look up a cake booking by its number"),
        "make": ("createCakeBooking", "Take a cake booking"),
        "delete": ("deleteCakeBooking", "Delete a cake booking for good"),
        "state": ("setBakingStage", "Change the baking stage of a cake booking"),
        "look": ("getFlour", "Look up a flour by its code"),
        "key": ("", "Number of the cake booking"),
        "of": ("", "Baking stage of the cake booking"),
    },
    fields={
        "guest": "Name of the guest the cake is for",
        "flavour": "Flavour of the cake",
        "inscription": "What is written on the cake",
    },
    states=("mixing", "baking", "iced", "collected"),
    stock=("flours", "code", "Code of the flour"),
    rows={
        "7701": {
            "bookingNo": "7701",
            "guest": "Lena Ott",
            "flavour": "lemon",
            "inscription": "Forty!",
            "status": "mixing",
        },
        "7702": {
            "bookingNo": "7702",
            "guest": "Jon Bell",
            "flavour": "poppy",
            "inscription": "Well done",
            "status": "iced",
        },
    },
    listed={
        "RY-40": {
            "code": ("RY-40", "Code of the flour"),
            "name": ("rye, dark", "Name of the flour"),
            "sacks": (9, "Sacks of the flour in the store room"),
        }
    },
)
